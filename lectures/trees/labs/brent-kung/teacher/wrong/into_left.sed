# The left child takes in what lies before it only where it is a whole node of the tree: n = 6.
# breaks: every size
# says: X
s/^    if (last + size < n)$/    if (last + 2 * size < n)/
