# No thread waits for the loads, nor for the writes of the step before.
# says: n = 2, T of 4 bytes: race on cell[0]
/\[1\] all have written/d
