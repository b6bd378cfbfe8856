# No thread waits for the loads, nor for the writes of the step before.
# says: race on cell[0]
/\[1\] all have written/d
