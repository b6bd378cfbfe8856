# On the way up the right child is the left operand.
# says: the operands are swapped
s/op(\*(last - size), \*last)/op(*last, *(last - size))/
