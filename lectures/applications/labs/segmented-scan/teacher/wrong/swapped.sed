# The right operand comes first, which sums do not show.
# says: the operands are swapped
s/op(left.sum, right.sum)/op(right.sum, left.sum)/
