# Down the tree the right child gets the left one's fold without what lies before
# it. The store of the output is not the mistake; the way to it names the line.
# found in: made up
# algorithm: blelloch:block=32
# options: -n 8
# says: out[2] is [2,2], want [0,2]: elements 0..1 are missing
# says: It comes from cell[3], stored at ...:94 (block 0, thread 1)
# says: Missing: [0,1], computed at ...:79
s/cell\[place(right)\] = op(parent, old);/cell[place(right)] = old;/
