# says: endless loop
s|^        cell\[i\] = in\[begin + i\];|& for (;;) { }|
