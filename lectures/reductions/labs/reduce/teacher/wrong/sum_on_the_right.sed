# The previous sum is the right operand.
# breaks: chunked
# says: the operands are swapped
s/op(sum, cell\[0\])/op(cell[0], sum)/
