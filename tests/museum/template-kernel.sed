# The kernel is a template, so it has no name that a plan could call.
# found in: made up
# algorithm: sequential
# options: -n 5
# verdict: not judged
# says: kernel.cu:...: a plan cannot call a template by name: write __global__ void
s/^__global__ void scan_all/template <int K> &/
