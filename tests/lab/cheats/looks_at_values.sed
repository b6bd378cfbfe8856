# says: compares the bits of element 0
s|^        cell\[i\] = in\[begin + i\];|& if (*(const int *)\&in[begin + i] == 0) cell[i] = identity();|
