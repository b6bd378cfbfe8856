# says: 'sizeof' is not allowed here
s|^        cell\[i\] = in\[begin + i\];|& if (sizeof(T) != 4) cell[i] = identity();|
