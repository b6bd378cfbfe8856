# Only one of the two pointers changes.
# says: race on cells[
/^        to = read;/d
