# says: __shared__ variables of the kernel
s|^        cell\[i\] = in\[begin + i\];|& { __shared__ T big[1 << 26]; big[i] = cell[i]; }|
