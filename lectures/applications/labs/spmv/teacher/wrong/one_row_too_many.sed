# There is an offset more than rows, and it is marked as well.
# says: out of bounds
/FILL \[A\]/,/END \[A\]/s/if (row < rows) {/if (row <= rows) {/
