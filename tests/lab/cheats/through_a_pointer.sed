# says: calls a function by a pointer
s|^        cell\[i\] = in\[begin + i\];|& ((void (*)(void))0x401000)();|
