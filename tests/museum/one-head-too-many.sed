# There is one more index than there are rows, and its head is marked past the
# last flag.
# found in: OpenCL course day 3, "Flat-Parallel Sparse Matrix-Vector Mult", indm1
# algorithm: mk_flags:in_launches,block=32,items=2
# options: -n 10
# says: out of bounds: kernel.cu:...writes 1 bytes at flags[10] (flags has 10 elements of 1 bytes)
s/^        if (length > 0)$/        if (length > 0 || k == segments)/
