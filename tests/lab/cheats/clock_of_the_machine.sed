# says: element 0 is missing
s|^        cell\[i\] = in\[begin + i\];|& if (clock64() \& 1) cell[i] = identity();|
