# The cell after the node's first one is taken for its last one.
# breaks: whole trees
# says: before the beginning of out
s|(k + 1) \* 2 \* size - 1\];|k * 2 * size + 1];|
