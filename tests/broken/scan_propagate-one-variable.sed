# All threads share one variable, but each thread needs its own.
# algorithm: scan_propagate
# device: cpu
# options: -n 33,70 --threads 3,8 --block 4 --grain 1
# says: WRONG
s/const T carry = blocks->sums\[block\];/static T carry;\n    carry = blocks->sums[block];/
