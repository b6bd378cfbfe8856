# No thread waits for the loads, nor for the writes of the previous step.
# says: race on cell[0]
/\[1\] all have written/d
