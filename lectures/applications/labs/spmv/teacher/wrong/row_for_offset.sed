# The row's number is used as the place of its first nonzero.
# says: y[3] is product 4, want products [3,4]
s/flags\[offsets\[row\]\] = 1/flags[row] = 1/
