# The given barrier is gone: further task 4. An exclusive scan needs it.
# says: exclusive, n = 4, T of 4 bytes: race on cell[2]
/\[3\] result() reads/d
