# On the way down the tree, the right child gets only the left child's sum,
# without the parent's exclusive prefix. The store to the output is correct;
# the value's history leads to the wrong line.
# found in: made up
# algorithm: blelloch:block=32
# options: -n 8
# says: out[2] is [2,2], want [0,2]: elements 0..1 are missing
# says: It comes from cell[3], stored at ...:94 (block 0, thread 1)
# says: Missing: [0,1], computed at ...:79
s/cell\[place(right)\] = op(parent, old);/cell[place(right)] = old;/
