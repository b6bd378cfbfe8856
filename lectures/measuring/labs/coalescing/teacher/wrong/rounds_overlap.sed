# The rounds overlap, so some cells are not moved.
# says: which no thread has written
s/return k \* BLOCK + i;/return k + i;/
