# Rounds overlap: not all cells are moved.
# says: which no thread has written
s/return k \* BLOCK + i;/return k + i;/
