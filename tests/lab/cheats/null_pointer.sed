# says: a null pointer
s|^        cell\[i\] = in\[begin + i\];|& *(volatile int *)0 = 1;|
