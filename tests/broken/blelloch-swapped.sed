# The exchange puts the old left child before the parent, not behind it. With +
# nobody would see it.
# algorithm: blelloch
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# says: the operands are swapped
s/vec_op(parent, old)/vec_op(old, parent)/
