# says: the kernel calls fopen()
s|^        cell\[i\] = in\[begin + i\];|& fopen("report.json", "w");|
