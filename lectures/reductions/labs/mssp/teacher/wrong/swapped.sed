# The right neighbour is the left operand.
# breaks: group
# says: the operands are swapped
s/join(cell\[i\], cell\[i + stride\])/join(cell[i + stride], cell[i])/
