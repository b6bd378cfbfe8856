# No row is marked, so everything is one segment.
# says: y[1] is products [0,1], want product 1
/flags\[offsets\[row\]\] = 1/s/= 1/= 0/
