# The fold of a chunk leaves its last element out.
# algorithm: kogge_stone
# file: chunks.h
# options: --threads 2,3
# says: is missing
s/span_reduce(in + begin, length)/span_reduce(in + begin, length - 1)/
