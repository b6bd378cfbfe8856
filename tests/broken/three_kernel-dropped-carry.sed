# Phase 3 scans each block as if it were the first.
# algorithm: three_kernel
# says: missing
s/block_carry(blocks, block)/NULL/
