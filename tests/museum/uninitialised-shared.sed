# Shared memory holds what an earlier block has left there: no thread fetches
# what lies before the section.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 40
# passes: -n 32
# says: uninitialised: ...reads before, which no thread has written
/^    if (i == 0)$/,/;/d
