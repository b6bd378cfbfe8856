# The store of the lecture: threads beyond the end store as well.
# says: reads cell[1], which no thread has written
/FILL \[C\]/,/END \[C\]/s/if (i < count)/if (true)/
