# The exclusive scan subtracts the input again, but not every operator has an inverse.
# says: does not compile
s/out\[begin + i\] = result(cell, i);/out[begin + i] = EXCLUSIVE ? cell[i] - in[begin + i] : cell[i];/
