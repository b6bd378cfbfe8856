# A step has one copy and one barrier, as in the lecture, so a thread may read
# a value that its left neighbour wrote in the same step.
# says: race on cell[1]
/\[2\] all have read/d
