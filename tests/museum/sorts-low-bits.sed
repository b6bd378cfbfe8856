# The kernel sorts by 32 bits of a key, but a key can have 64.
# found in: made up
# algorithm: radix_sort:bits=4,block=32,items=2,single_sweep
# options: -n 20 --bytes 8
# says: add_f64
s/\(const uint64_t sorted = \)sorted_key(x);/\1(uint32_t)sorted_key(x);/
