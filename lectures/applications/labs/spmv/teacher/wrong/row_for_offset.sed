# The row's number is taken for the place of its first nonzero.
# says: writes 1 bytes at flags[1]
s/flags\[offsets\[row\]\] = 1/flags[row] = 1/
