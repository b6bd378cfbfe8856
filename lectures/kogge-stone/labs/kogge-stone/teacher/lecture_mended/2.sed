# The store has no guard.
# says: n = 1, T of 4 bytes: uninitialised: lecture.cu:30 (block 0, thread 1) reads XY[1]
s/^    out\[i\] = /    if (i < n)\n    &/
