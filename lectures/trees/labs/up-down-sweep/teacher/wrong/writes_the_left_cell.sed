# The way up writes the left cell.
# says: is too many
s|^            cell\[node.right\] = op(cell\[node.left\], cell\[node.right\]);|            cell[node.left] = op(cell[node.left], cell[node.right]);|
