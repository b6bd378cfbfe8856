# A level begins before the level above has been written.
# says: race on cell[
/\[2\] the level above/d
