# The vector's element is the first factor, which numbers do not show.
# says: the operands are swapped
s/times(values\[i\], x\[columns\[i\]\])/times(x[columns[i]], values[i])/
