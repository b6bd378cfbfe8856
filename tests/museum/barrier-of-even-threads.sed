# Only every second thread reaches a barrier, and the others run ahead. The
# race that follows is a consequence, not the mistake itself.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 32
# says: barrier divergence: ...waits at ...:74, but ...waits at ...:70
# says: Consequence: race on cells[1]
s/__syncthreads(); \/\* \[2\].*/if (threadIdx.x % 2 == 0) __syncthreads();/
