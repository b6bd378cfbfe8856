# A step begins before the previous step has ended.
# breaks: group
# says: race on cell[
/\[2\] this step/d
