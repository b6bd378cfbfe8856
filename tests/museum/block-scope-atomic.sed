# The operation is atomic only within its own block, so blocks on other
# multiprocessors can draw the same ticket.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on ticket counter
s/atomicInc(counter/atomicInc_block(counter/
