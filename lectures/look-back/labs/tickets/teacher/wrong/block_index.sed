# As given: the tile is the number of the block.
# breaks: starts
# says: needs blocks to start in order
s/    return \*drawn;/    return blockIdx.x;/
