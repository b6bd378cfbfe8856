# says: the kernel calls puts()
s|^        cell\[i\] = in\[begin + i\];|& for (;;) puts("x");|
