# The operator that combines pairs (kept, not kept) has (a1+b2, b1+b2) instead
# of (a1+a2, b1+b2).
# found in: OpenCL course day 3, "Deriving an Optimized Implementation", step (I)(b)
# algorithm: partition2
# device: cpu
# options: -n 1 --threads 1,2 --grain 1
# file: applications/compaction/kept_shares.h
# says: count[0] = 0, want 1
s/count += keeps(in\[i\]);/count += !keeps(in[i]);/
