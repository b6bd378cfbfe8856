# As in the given code, the tile's number is the block's number.
# breaks: starts
# says: needs blocks to start in order
s/    return \*drawn;/    return blockIdx.x;/
