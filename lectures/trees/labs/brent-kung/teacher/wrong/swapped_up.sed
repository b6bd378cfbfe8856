# On the way up the right child comes first.
# says: the operands are swapped
s/op(\*(last - size), \*last)/op(*last, *(last - size))/
