# The sum of a chunk leaves out its last element.
# algorithm: kogge_stone
# device: cpu
# options: -n 0..24,33 --threads 2,3 --block 4 --grain 1
# file: chunks.h
# says: is missing
s/span_reduce(chunk.in, chunk.length)/span_reduce(chunk.in, chunk.length - 1)/
