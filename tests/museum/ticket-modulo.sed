# A ticket is taken modulo the number of blocks, but the counter never returns
# to 0. After a launch of fewer blocks, the first block gets a tile in the
# middle.
# found in: made up
# algorithm: filter:one_pass
# file: applications/compaction/kept_one_pass.h
# says: needs blocks to start in order
s/atomicInc(counter, gridDim.x - 1)/atomicAdd(counter, 1) % gridDim.x/
