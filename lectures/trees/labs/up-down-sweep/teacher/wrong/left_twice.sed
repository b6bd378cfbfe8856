# The left cell is read twice, and the right one never.
# says: element 0 is counted twice
s/const T before = cell\[node.right\];/const T before = cell[node.left];/
