# Phase 3 scans each block as if it were the first.
# algorithm: three_kernel
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# says: missing
s/block_carry(blocks, block)/NULL/
