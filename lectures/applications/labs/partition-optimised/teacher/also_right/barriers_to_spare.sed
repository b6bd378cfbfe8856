# One barrier before each part, where none is needed.
s/^    for (int item = 0; item < ITEMS; item++)$/    __syncthreads();\n&/
s/^    uint32_t t = left, f = .*/    __syncthreads();\n&/
