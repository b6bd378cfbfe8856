# No thread waits.
# says: race on cells[
/\[1\] `from` is written/d
