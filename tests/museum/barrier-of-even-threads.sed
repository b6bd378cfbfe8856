# A barrier that only every second thread comes to: the others race ahead, and
# the race is what comes of it, not the mistake.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 32
# says: barrier divergence: ...waits at ...:74, but ...waits at ...:70
# says: Consequence: race on cells[1]
s/__syncthreads(); \/\* \[2\].*/if (threadIdx.x % 2 == 0) __syncthreads();/
