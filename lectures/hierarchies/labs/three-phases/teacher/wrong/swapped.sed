# The tile's total is combined on the right.
# says: the operands are swapped
s/op(before, fold\[i - 1\])/op(fold[i - 1], before)/
