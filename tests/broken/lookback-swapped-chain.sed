# Looking back walks to the left, but what it finds is put on the right. Seen
# only when a tile looks further than its neighbour.
# algorithm: lookback
# device: cpu
# options: --threads 3,8,16 -n 257,4097,20000 --tile 64
# says: the operands are swapped
s/op(left, sum)/op(sum, left)/
