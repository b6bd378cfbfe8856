# The loop over rows runs upwards, so a row takes in another row that this
# step has already changed.
# algorithm: kogge_stone
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# says: counted twice
s/int k = rows - 1; k >= far; k--/int k = far; k < rows; k++/
