# Threads beyond the end load what is not there.
# says: reads in[1], which no thread has written
/FILL \[A\]/,/END \[A\]/s/if (i < count)/if (true)/
