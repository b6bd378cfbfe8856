# The left child does not get what lies before the node.
# says: element 0 is counted twice
/cell\[node.left\] = before;/d
