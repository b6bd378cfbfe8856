# The stride 16 is missing.
# says: out[16] is [1,16], want [0,16]: element 0 is missing
s/stride < WARP; stride/2 * stride < WARP; stride/
