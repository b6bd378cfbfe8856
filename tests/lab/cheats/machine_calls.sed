# says: 'simt_...' is not allowed here
s|^        cell\[i\] = in\[begin + i\];|& simt_read((void *)in, 4);|
