# The right operand first. Sums do not show it.
# says: the operands are swapped
s/op(left.sum, right.sum)/op(right.sum, left.sum)/
