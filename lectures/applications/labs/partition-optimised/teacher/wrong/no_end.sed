# Threads of the last tile count elements past the end.
# breaks: one element
# says: which no thread has written
/FILL \[B\]/,/END \[B\]/s/if (first + item < count)/if (first + item < TILE)/
