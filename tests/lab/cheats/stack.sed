# says: stack overflow
s|^        cell\[i\] = in\[begin + i\];|& { volatile char big[1 << 30]; big[i] = 1; }|
