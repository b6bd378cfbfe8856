# The previous sum is the right operand.
# breaks: chunked
# says: the operands are swapped
s/join(sum, cell\[0\])/join(cell[0], sum)/
