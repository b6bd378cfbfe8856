# Writes + where op() is needed.
# says: does not compile
s/op(cell\[i - stride\], cell\[i\])/cell[i - stride] + cell[i]/
