# Every block loads the first section.
# says: n = 257, T of 4 bytes: out[256]: [0,255] then [0,0]: element 0 is counted twice
s/in\[begin + i\]/in[i]/
