# The store has no guard.
# says: uninitialised: lecture.cu:30 (block 0, thread 1) reads XY[1]
s/^    out\[i\] = /    if (i < n)\n    &/
