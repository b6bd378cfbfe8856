# says: 'simt_...' is not for the lines to fill
s|^        cell\[i\] = in\[begin + i\];|& simt_read((void *)in, 4);|
