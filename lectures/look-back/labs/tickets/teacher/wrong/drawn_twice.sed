# The counter is read with an atomic before the draw, which makes two atomics per block.
# breaks: costs
# says: atomics
s/        \*drawn = atomicInc/        atomicAdd(counter, 0),\n            *drawn = atomicInc/
