# The cell itself is the left operand.
# says: the operands are swapped
s/op(from\[i - stride\], from\[i\])/op(from[i], from[i - stride])/
