# says: the compiler reached a limit
s|^        cell\[i\] = in\[begin + i\];|& { static const int big[1 << 28] = {1}; if (big[i] \&\& i > 4000) cell[i] = identity(); }|
