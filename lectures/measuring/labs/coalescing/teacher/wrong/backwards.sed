# The cells go round by round, but the threads are in reverse order and one cell too far.
# says: which no thread has written
s/return k \* BLOCK + i;/return (k + 1) * BLOCK - i;/
