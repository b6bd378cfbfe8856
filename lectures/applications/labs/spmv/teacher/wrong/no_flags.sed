# No row is marked: all is one segment.
# says: y[2] is products [0,2], want products [1,2]
/flags\[offsets\[row\]\] = 1/s/= 1/= 0/
