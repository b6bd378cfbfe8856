# Elements beyond the end are loaded.
# breaks: one element
# says: (in has 1 element of 4 bytes)
/FILL \[A\]/,/END \[A\]/s/k < count/k < TILE/
