# Every block loads the first section.
# says: n = 33, T of 4 bytes: out[32]: [0,31] then [0,0]: element 0 is counted twice
s/in\[begin + i\]/in[i]/
