# The counter goes on: the next launch begins with the number where this one ended.
# breaks: starts
# says: the result depends on data that an earlier launch left
s/atomicInc(counter, gridDim.x - 1)/atomicAdd(counter, 1)/
