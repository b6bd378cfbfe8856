# A block that says yes writes it, over the no of another one.
# says: holds[0] = 1, want 0
s/if (threadIdx.x == 0 \&\& !block)/if (threadIdx.x == 0)/
s/atomicExch(holds, 0)/atomicExch(holds, block)/
