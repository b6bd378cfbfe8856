# The look-back goes to the left, but combines the values found on the right.
# The mistake shows only if a tile looks further back than its neighbour.
# algorithm: lookback
# device: cpu
# options: --threads 3,8,16 -n 257,4097,20000 --tile 64
# says: the operands are swapped
s/op(left, sum)/op(sum, left)/
