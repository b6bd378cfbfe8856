# Every block loads the first section.
# says: element 0 is counted twice
s/in\[begin + i\]/in[i]/
