# Each tile waits for a prefix, but only the first tile publishes one, as if
# the line that publishes it had been forgotten.
# found in: made up
# algorithm: lookback:chained,block=32,items=1
# options: -n 96
# passes: -n 64
# says: livelock: block 2, thread 0 waits at ...for flags[1] to change
s/return PUBLISH != NO_PREFIX/return 0/
