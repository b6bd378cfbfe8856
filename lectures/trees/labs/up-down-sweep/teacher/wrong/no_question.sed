# Nodes with only one child combine it with itself.
# says: element 0 is counted twice
/FILL \[A\]/,/END \[A\]/s/if (node.joins)/if (node.left < count)/
