# A template has no name that a plan could call.
# found in: made up
# algorithm: sequential
# options: -n 5
# verdict: not judged
# says: kernel.cu:...: a template has no name that a plan could call: write __global__ void
s/^__global__ void scan_all/template <int K> &/
