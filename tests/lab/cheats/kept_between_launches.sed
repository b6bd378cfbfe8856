# says: does not know the variable launches
s|^        cell\[i\] = in\[begin + i\];|& { static int launches; if (launches++ > 2000) cell[i] = identity(); }|
