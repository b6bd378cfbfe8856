# A draw to look, a draw to take.
# breaks: costs
# says: atomics
s/        \*drawn = atomicInc/        atomicAdd(counter, 0),\n            *drawn = atomicInc/
