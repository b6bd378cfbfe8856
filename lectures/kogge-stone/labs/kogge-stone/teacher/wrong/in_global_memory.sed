# The cells are where the output goes: result() reads there what a neighbour may
# have stored already. An exclusive scan shows it.
# says: exclusive, n = 2, T of 4 bytes: race on out[0]
s/__shared__ T cell\[BLOCK\];/T *const cell = out + (uint64_t)blockIdx.x * BLOCK;/
