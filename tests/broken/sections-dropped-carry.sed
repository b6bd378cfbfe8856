# A section is stored without its exclusive prefix.
# algorithm: kogge_stone
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# file: sections.h
# says: missing
s/sums = vec_op(carry, row\[k\]);/sums = row[k];/
