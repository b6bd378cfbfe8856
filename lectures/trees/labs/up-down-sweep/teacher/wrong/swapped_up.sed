# The right cell is the left operand.
# says: the operands are swapped
s/op(cell\[node.left\], cell\[node.right\])/op(cell[node.right], cell[node.left])/
