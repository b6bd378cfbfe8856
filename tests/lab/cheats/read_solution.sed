# says: the kernel calls fopen()
s|^        cell\[i\] = in\[begin + i\];|& fopen("teacher/solution.cu", "r");|
