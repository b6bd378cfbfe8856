# The atomic counts for its own block only: blocks on other multiprocessors may
# draw the same ticket.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on ticket counter
s/atomicInc(counter/atomicInc_block(counter/
