# On the way down what lies before comes last.
# breaks: whole trees
# says: the operands are swapped
s/op(cell\[last\], cell\[last + size\])/op(cell[last + size], cell[last])/
