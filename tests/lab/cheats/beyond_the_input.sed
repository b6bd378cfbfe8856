# says: out of bounds: my.cu:46
s|^        cell\[i\] = in\[begin + i\];|        cell[i] = in[begin + i + 4096];|
