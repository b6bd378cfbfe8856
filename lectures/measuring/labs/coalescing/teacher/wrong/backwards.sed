# Round by round, but the threads the other way round, and one too far.
# says: which no thread has written
s/return k \* BLOCK + i;/return (k + 1) * BLOCK - i;/
