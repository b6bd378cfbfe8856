# Both branches contain a barrier, and each of the two barriers waits for all
# threads.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 32
# says: barrier divergence: ...waits at ..., but ...waits at
s/__syncthreads(); \/\* \[2\].*/if (joins)\n            __syncthreads();\n        else\n            __syncthreads();/
