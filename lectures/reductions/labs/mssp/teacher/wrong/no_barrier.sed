# A step begins before the one before it has ended.
# breaks: group
# says: race on cell[
/\[2\] this step/d
