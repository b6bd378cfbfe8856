# says: does not know exit()
s|^        cell\[i\] = in\[begin + i\];|& exit(0);|
