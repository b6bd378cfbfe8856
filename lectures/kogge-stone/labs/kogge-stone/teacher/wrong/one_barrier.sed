# One copy and one barrier in a step, as in the lecture: a thread may read what
# its left neighbour has written in this very step.
# says: race on cell[1]
/\[2\] all have read/d
