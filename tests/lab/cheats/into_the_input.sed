# says: writes 4 bytes at in[1]
s|^        cell\[i\] = in\[begin + i\];|& ((T *)in)[begin + i] = cell[i];|
