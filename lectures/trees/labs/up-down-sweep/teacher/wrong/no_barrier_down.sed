# A level begins before the one above is written.
# says: race on cell[
/\[2\] the level above/d
