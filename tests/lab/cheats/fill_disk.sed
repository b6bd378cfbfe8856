# says: the kernel calls fopen()
s|^        cell\[i\] = in\[begin + i\];|& for (;;) fputs("x", fopen("x", "a"));|
