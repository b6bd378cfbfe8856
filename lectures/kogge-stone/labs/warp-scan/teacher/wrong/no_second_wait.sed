# No lane waits between the writes of a step and the reads of the next.
# says: race on cell[
/\[2\] all have written/d
