# says: 'sizeof' is not for the lines to fill
s|^        cell\[i\] = in\[begin + i\];|& if (sizeof(T) != 4) cell[i] = identity();|
