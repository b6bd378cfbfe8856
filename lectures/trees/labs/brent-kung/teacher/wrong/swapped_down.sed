# On the way down the exclusive prefix is the right operand.
# breaks: whole trees
# says: the operands are swapped
s/op(cell\[last\], cell\[last + size\])/op(cell[last + size], cell[last])/
