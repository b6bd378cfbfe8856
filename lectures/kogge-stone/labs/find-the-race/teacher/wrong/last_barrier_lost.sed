# The barrier was moved, and is now missing at its old place.
# breaks: small
# says: race on cell[
/\[3\] wave 0 waits/d
