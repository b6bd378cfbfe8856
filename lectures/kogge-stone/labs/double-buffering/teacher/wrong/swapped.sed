# The cell itself comes first.
# says: the operands are swapped
s/op(from\[i - stride\], from\[i\])/op(from[i], from[i - stride])/
