# The exchange puts the old left child before the parent, not behind it. With +
# nobody would see it.
# algorithm: blelloch
# says: the operands are swapped
s/vec_op(parent, old)/vec_op(old, parent)/
