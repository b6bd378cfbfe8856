# The total comes before those to its left.
# breaks: several threads
# says: the operands are swapped
s/op(scan->total\[k - 1\], scan->total\[k\])/op(scan->total[k], scan->total[k - 1])/
