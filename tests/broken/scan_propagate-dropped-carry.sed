# Phase 3 leaves out the last element of every block.
# algorithm: scan_propagate
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# says: missing
s/for (; i < n; i++)/for (; i + 1 < n; i++)/
