# The left child does not get the node's exclusive prefix.
# says: element 0 is counted twice
/cell\[node.left\] = before;/d
