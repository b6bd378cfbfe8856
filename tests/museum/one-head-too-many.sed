# There is one index more than rows, and its head is marked behind the last flag.
# found in: OpenCL course day 3, "Flat-Parallel Sparse Matrix-Vector Mult", indm1
# algorithm: mk_flags:in_launches,block=32,items=2
# options: -n 10
# says: memory after flags[9] was written
s/^        if (length > 0)$/        if (length > 0 || k == segments)/
