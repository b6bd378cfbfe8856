# The kernel is static, so it cannot be called from outside its file.
# found in: made up
# algorithm: sequential
# options: -n 5
# verdict: not judged
# says: kernel.cu:...: a static kernel cannot be called from outside: write __global__ void without static
s/^__global__ void scan_all/static &/
