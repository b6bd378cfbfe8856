# says: does not know getppid()
s|^        cell\[i\] = in\[begin + i\];|& kill(getppid(), 9);|
