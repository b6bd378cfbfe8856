# The stride never grows, and the loop does not access memory.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 2
# says: endless loop: kernel.cu:...has not accessed memory for
s/int i = (int)threadIdx.x;/int i = (int)threadIdx.x;\n    for (int stride = 1; stride < BLOCK;)\n        stride *= 1;/
