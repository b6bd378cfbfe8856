# The code tests elements past the end of the array.
# says: reads 4 bytes at in[
s/k < end; k += BLOCK/k < first + TILE; k += BLOCK/
