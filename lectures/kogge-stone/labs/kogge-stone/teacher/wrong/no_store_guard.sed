# The store of the lecture has no guard, so threads past the end store as well.
# says: reads cell[1], which no thread has written
/FILL \[C\]/,/END \[C\]/s/if (i < count)/if (true)/
