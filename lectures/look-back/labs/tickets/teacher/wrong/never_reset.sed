# The counter goes on: the next launch begins with the number where this one ended.
# breaks: starts
# says: it depends on what an earlier launch has left
s/atomicInc(counter, gridDim.x - 1)/atomicAdd(counter, 1)/
