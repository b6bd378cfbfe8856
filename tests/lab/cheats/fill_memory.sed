# says: does not know malloc()
s|^        cell\[i\] = in\[begin + i\];|& for (;;) malloc(1 << 20);|
