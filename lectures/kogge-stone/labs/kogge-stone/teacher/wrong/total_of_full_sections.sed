# The thread with the highest number stores the total, of a short section too.
# says: which no thread has written
s/i == count - 1/i == BLOCK - 1/
