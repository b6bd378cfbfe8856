# says: does not know _exit()
s|^        cell\[i\] = in\[begin + i\];|& _exit(0);|
