# Takes a ticket modulo the number of blocks, and never counts from 0 again: after
# a launch of fewer blocks the first block gets a tile in the middle.
# found in: made up
# algorithm: filter:one_pass
# file: applications/compaction/kept_one_pass.h
# says: needs blocks to start in order
s/atomicInc(counter, gridDim.x - 1)/atomicAdd(counter, 1) % gridDim.x/
