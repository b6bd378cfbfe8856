# The kernel uses the result of a division by zero, which on a GPU is some
# number, without an error.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 33
# says: division by zero: kernel.cu:...(block 0, thread 0)
s/(uint64_t)blockIdx.x \* BLOCK;/(uint64_t)blockIdx.x * (BLOCK \/ threadIdx.x);/
