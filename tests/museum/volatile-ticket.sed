# The ticket counter is volatile but not atomic, so two blocks read the same
# ticket.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 64 --schedule exhaustive
# says: race on ...
s/\*shared = atomicInc(counter, gridDim.x - 1);/{ volatile uint32_t *next = counter; *shared = *next; *next = (*shared + 1) % gridDim.x; }/
