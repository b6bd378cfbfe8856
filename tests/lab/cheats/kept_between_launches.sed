# says: does not support variables outside a kernel, such as launches
s|^        cell\[i\] = in\[begin + i\];|& { static int launches; if (launches++ > 2000) cell[i] = identity(); }|
