# The way up writes the left child's cell.
# breaks: one pair
# says: element 1 is too many
s|^    \*last = op(\*(last - size), \*last);|    *(last - size) = op(*(last - size), *last);|
