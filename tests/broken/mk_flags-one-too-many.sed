# There is one more index than there are rows, and its head is marked past the
# last flag.
# found in: OpenCL course day 3, "Flat-Parallel Sparse Matrix-Vector Mult", indm1
# algorithm: mk_flags
# device: cpu
# options: -n 10 --threads 1,2 --grain 1
# says: memory after flags[9] was written
s/^        place += s->shape\[k\];/&\n        if (k + 1 == s->segments)\n            s->flags[place] = 1;/
