# The way down the tree skips one cell of each group.
# algorithm: brent_kung
# device: cpu
# options: -n 0..24,33 --block 8 --factor 4 --sequential 2 --grain 1
# says: missing
s/c % FACTOR != FACTOR - 1/c % FACTOR != 0/
