# The total is combined on the left of the totals before it.
# breaks: several threads
# says: the operands are swapped
s/op(scan->total\[k - 1\], scan->total\[k\])/op(scan->total[k], scan->total[k - 1])/
