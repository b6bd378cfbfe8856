# No thread loads the section's exclusive prefix, so shared memory holds data
# left there by an earlier block.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 40
# passes: -n 32
# says: uninitialised: ...reads before, which no thread has written
/^    if (i == 0)$/,/;/d
