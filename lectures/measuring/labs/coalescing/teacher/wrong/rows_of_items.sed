# Exchanged: thread for round.
# says: which no thread has written
s/return k \* BLOCK + i;/return i * BLOCK + k;/
