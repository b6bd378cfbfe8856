# The cell itself is the left operand, which + would not show.
# says: the operands are swapped
s/op(cell\[lane - stride\], cell\[lane\])/op(cell[lane], cell[lane - stride])/
