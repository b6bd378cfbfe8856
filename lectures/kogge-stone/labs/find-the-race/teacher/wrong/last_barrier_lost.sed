# The barrier was moved, and is missing where it was.
# breaks: small
# says: race on cell[
/\[3\] wave 0 waits/d
