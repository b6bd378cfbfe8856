# Kept elements get their places from atomicAdd(), so their order is lost.
# found in: warp-aggregated filters of blogs, which need not be stable
# algorithm: filter:block=64,items=2,one_pass
# options: -n 96
# says: want element
# says: The expected element is in out[
s/^    __shared__ T staged\[TILE\];/&\n    __shared__ uint32_t next;\n    if (threadIdx.x == 0)\n        next = 0;\n    __syncthreads();/
s/staged\[kept_before(kept, tile.part, row)\]/staged[atomicAdd(\&next, 1)]/
