# The loop over rows runs upwards: a row takes in one that this step has changed.
# algorithm: kogge_stone
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# says: counted twice
s/int k = rows - 1; k >= far; k--/int k = far; k < rows; k++/
