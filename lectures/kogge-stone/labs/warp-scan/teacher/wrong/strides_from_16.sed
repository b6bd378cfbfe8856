# The strides are 16, 8, ..., 1.
# breaks: one warp
# says: [0,0] then [2,2]: element 1 is missing
s|for (int stride = 1; stride < WARP; stride \*= 2)|for (int stride = WARP / 2; stride > 0; stride /= 2)|
