# Two blocks can read the same number.
# breaks: starts
# says: race on ticket counter
s/\*drawn = atomicInc(counter, gridDim.x - 1);.*/*drawn = *counter, *counter = (*drawn + 1) % gridDim.x;/
