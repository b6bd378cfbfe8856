# The kernel has one parameter fewer than the plan passes.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 33
# verdict: not judged
# says: the kernel scan_sections has 3 parameters; the plan passes 4
s/T \*out, T \*totals, uint64_t n)/T *out, uint64_t n)/
s/^    if (i == count - 1 \&\& gridDim.x > 1)/    if (0)/
s/totals\[blockIdx.x\] = /out[0] = /
