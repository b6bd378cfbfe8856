# A section is stored without what lies before it.
# algorithm: kogge_stone
# file: sections.h
# says: missing
s/sums = vec_op(carry, row\[k\]);/sums = row[k];/
