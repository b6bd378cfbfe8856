# Two blocks may read the same ticket before either of them has written the
# next one.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on ticket counter
# says: If both threads use it as a counter
s/\*shared = atomicInc(counter, gridDim.x - 1);/{ *shared = *counter; *counter = (*shared + 1) % gridDim.x; }/
