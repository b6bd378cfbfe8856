# Every block works at the start of the arrays.
# says: n = 33, T of 4 bytes: race on out[0]
s/in\[begin + i\]/in[i]/
s/out\[begin + i\]/out[i]/
