# The cell to the left is taken for the last cell of the left child.
# breaks: whole trees
# says: is counted twice
s/op(\*(last - size), \*last)/op(*(last - 1), *last)/
