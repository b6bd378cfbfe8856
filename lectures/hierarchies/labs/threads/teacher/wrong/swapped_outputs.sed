# The output is combined on the left of the values before it.
# breaks: two threads
# says: the operands are swapped
s/op(before, scan->out\[i\])/op(scan->out[i], before)/
