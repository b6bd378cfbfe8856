# The output comes before what lies to its left.
# breaks: two threads
# says: the operands are swapped
s/op(before, scan->out\[i\])/op(scan->out[i], before)/
