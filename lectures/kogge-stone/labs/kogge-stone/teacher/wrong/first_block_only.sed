# Every block works at the beginning of the arrays.
# says: race on out[0]
s/in\[begin + i\]/in[i]/
s/out\[begin + i\]/out[i]/
