# One copy and one barrier in a step, as in the lecture: a thread may read what
# its left neighbour has written in this very step.
# says: n = 3, T of 4 bytes: race on cell[1]
/\[2\] all have read/d
