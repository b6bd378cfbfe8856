# The operator that combines pairs (kept, not kept) has (a1+b2, b1+b2) instead
# of (a1+a2, b1+b2). Starting from (0,0), both numbers become the count of the
# elements that are not kept.
# found in: OpenCL course day 3, "Deriving an Optimized Implementation", step (I)(b)
# file: applications/compaction/kept_counts.h
# algorithm: partition2:block=32,items=2
# options: -n 1
# says: count[0] = 0, want 1
s/__popc(vote(in, n, first + row \* BLOCK))/__popc(__ballot_sync(ALL_LANES, first + row * BLOCK < n \&\& !keeps(in[first + row * BLOCK])))/
