# Every thread draws a number.
# breaks: starts
# says: race on drawn
s/    if (threadIdx.x == 0)$/    if (threadIdx.x < BLOCK)/
