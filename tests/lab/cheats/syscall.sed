# says: does not know syscall()
s|^        cell\[i\] = in\[begin + i\];|& syscall(231, 0);|
