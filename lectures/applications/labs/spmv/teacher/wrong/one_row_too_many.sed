# There is one more offset than there are rows, and it is marked as well.
# says: out of bounds
/FILL \[A\]/,/END \[A\]/s/if (row < rows) {/if (row <= rows) {/
