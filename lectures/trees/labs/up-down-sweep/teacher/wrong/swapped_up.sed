# The right cell first.
# says: the operands are swapped
s/op(cell\[node.left\], cell\[node.right\])/op(cell[node.right], cell[node.left])/
