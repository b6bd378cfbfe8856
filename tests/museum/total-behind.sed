# The block that scans the last section stores the total past the end of the
# output. The list of sizes has a larger size, so that there is room for the
# total.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 40,70
# says: out of bounds: ...writes 4 bytes at out[40] (out has 40 elements of 4 bytes)
/^    if (i == count - 1 && gridDim.x > 1)$/i\    if (i == count - 1 \&\& begin + count == n)\n        out[n] = sum[i];
