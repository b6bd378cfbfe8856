# The exchange combines the old left child on the left of the parent, not on
# its right. With + the result would be the same.
# algorithm: blelloch
# device: cpu
# options: -n 0..24,33 --block 4 --grain 1
# says: the operands are swapped
s/vec_op(parent, old)/vec_op(old, parent)/
