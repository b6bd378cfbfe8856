# The cell after the node's first cell is taken for its last cell.
# breaks: whole trees
# says: before the beginning of out
s|(k + 1) \* 2 \* size - 1\];|k * 2 * size + 1];|
