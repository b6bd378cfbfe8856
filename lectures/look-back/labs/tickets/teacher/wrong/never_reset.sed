# The counter is not reset, so the next launch begins at the number where this one ended.
# breaks: starts
# says: depends on data that an earlier launch left
s/atomicInc(counter, gridDim.x - 1)/atomicAdd(counter, 1)/
