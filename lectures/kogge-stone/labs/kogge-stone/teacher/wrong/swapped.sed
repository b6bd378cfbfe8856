# The cell itself is the left operand, which + would not show.
# says: out[1]: [1,1] then [0,0]: the operands are swapped
s/op(cell\[i - stride\], cell\[i\])/op(cell[i], cell[i - stride])/
