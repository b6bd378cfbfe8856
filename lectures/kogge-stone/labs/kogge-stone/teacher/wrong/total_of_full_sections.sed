# The thread with the highest number stores the total, even in a short section.
# says: which no thread has written
s/i == count - 1/i == BLOCK - 1/
