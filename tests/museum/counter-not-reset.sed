# The ticket counter does not return to 0 for the next launch.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: depends on data that an earlier launch left in its buffers
s/atomicInc(counter, gridDim.x - 1)/atomicAdd(counter, 1)/
