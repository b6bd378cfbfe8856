# No lane waits between the reads of a step and its writes.
# says: race on cell[
/\[1\] all have read/d
