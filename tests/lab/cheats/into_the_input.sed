# says: the input was overwritten
s|^        cell\[i\] = in\[begin + i\];|& ((T *)in)[begin + i] = T();|
