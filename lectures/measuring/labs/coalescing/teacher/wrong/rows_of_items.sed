# Threads and rounds are exchanged.
# says: which no thread has written
s/return k \* BLOCK + i;/return i * BLOCK + k;/
