# says: does not know socket()
s|^        cell\[i\] = in\[begin + i\];|& socket(2, 1, 0);|
