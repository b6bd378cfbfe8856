# An array in shared memory is larger than a GPU's compiler accepts.
# found in: made up
# algorithm: sequential
# options: -n 5
# verdict: not judged
# says: the __shared__ variables of the kernel scan_all take up 49156 bytes, but a GPU's compiler accepts at most 49152: more is possible as dynamic memory
s/^    T sum = in\[0\];/    __shared__ uint32_t large[12289];\n    large[0] = 1;\n&/
