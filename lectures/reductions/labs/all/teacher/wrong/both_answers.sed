# A block whose answer is yes writes it, and may overwrite another block's no.
# says: holds[0] = 1, want 0
s/if (threadIdx.x == 0 \&\& !block)/if (threadIdx.x == 0)/
s/atomicExch(holds, 0)/atomicExch(holds, block)/
