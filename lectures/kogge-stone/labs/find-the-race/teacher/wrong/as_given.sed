# Wave 31 writes cell 31, while thread 31 has yet to read it.
# says: race on cell[31]
s/cell\[wave\] = total;/cell[wave] = cell[i];/
/const T total/d
/\[2\] all totals/d
