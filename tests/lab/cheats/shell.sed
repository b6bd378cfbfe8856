# says: does not know system()
s|^        cell\[i\] = in\[begin + i\];|& system("id");|
