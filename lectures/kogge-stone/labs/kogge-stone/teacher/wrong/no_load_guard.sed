# Threads past the end load elements that do not exist.
# says: reads 4 bytes at in[1] (in has 1 element of 4 bytes)
/FILL \[A\]/,/END \[A\]/s/if (i < count)/if (true)/
