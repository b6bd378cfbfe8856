# says: writes 4 bytes at out[101]
s|^        cell\[i\] = in\[begin + i\];|& out[n + 100] = cell[i];|
