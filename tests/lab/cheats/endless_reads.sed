# says: reads 4 bytes at in[1]
s|^        cell\[i\] = in\[begin + i\];|& for (;;) cell[i] = in[begin + i];|
