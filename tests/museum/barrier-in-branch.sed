# A barrier in a branch, and another one in the other branch. Each of the two
# waits for all threads.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 32
# says: barrier divergence: ...waits at ..., but ...waits at
s/__syncthreads(); \/\* \[2\].*/if (joins)\n            __syncthreads();\n        else\n            __syncthreads();/
