# What was found first stands to the right of what is found now.
# says: the operands are swapped
s/op(value, before)/op(before, value)/
