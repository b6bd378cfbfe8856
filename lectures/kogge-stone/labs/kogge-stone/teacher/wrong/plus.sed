# The code uses + instead of op().
# says: does not compile
s/op(cell\[i - stride\], cell\[i\])/cell[i - stride] + cell[i]/
