# The values found first are combined on the right of those found now.
# says: the operands are swapped
s/op(value, before)/op(before, value)/
