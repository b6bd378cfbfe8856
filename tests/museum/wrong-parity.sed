# The loader waits for the wrong phase of a barrier in shared memory. That
# phase is already over, so the loader fills a buffer that is still in use.
# found in: made up
# algorithm: lookahead:stream,items=1,strips=2,scanners=1,reducers=1,stages=2
# options: -n 600
# says: too many arrivals
s/turn\.parity ^ 1);/turn.parity);/
