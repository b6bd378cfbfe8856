# says: out of bounds
s|^        cell\[i\] = in\[begin + i\];|& ((T *)in)[begin + i] = T();|
