# + where op() is asked for.
# says: does not compile
s/op(cell\[i - stride\], cell\[i\])/cell[i - stride] + cell[i]/
