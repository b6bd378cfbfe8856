# The vector's element is the first factor. Numbers do not show it.
# says: the operands are swapped
s/times(values\[i\], x\[columns\[i\]\])/times(x[columns[i]], values[i])/
