# The product takes element i of x, whatever the column is.
# says: reads 4 bytes at x[22]
s/x\[columns\[i\]\]/x[i]/
