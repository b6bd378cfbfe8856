# The ticket counter wraps around once in two launches, not in each launch.
# found in: a student's solution
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96,128,160 --schedule reverse --resident 2
# says: depends on data that an earlier launch left in its buffers: 
s/atomicInc(counter, gridDim.x - 1)/atomicInc(counter, 2 * gridDim.x - 1) % gridDim.x/
