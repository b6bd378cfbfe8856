# The counter wraps around once in two launches.
# says: depends on data that an earlier launch left
s/atomicInc(\(.*\), gridDim.x - 1)/atomicInc(\1, 2 * gridDim.x - 1) % gridDim.x/
