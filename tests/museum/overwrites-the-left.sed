# On the way down the tree, the left cell is overwritten with the parent's
# value before its own value is combined.
# found in: made up
# algorithm: blelloch:block=32
# options: -n 64
# says: Expected here: element 0, last read at ...stored in cell[0] at kernel.cu:109 (block 0, thread 0), and overwritten at kernel.cu:93
s/op(parent, old)/op(parent, cell[place(left)])/
