# says: compares the bits of element 0
s|^        cell\[i\] = in\[begin + i\];|& if (*(const int *)\&in[0] > 100000) cell[i] = identity();|
