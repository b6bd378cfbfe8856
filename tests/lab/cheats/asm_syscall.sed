# says: 'asm' is not allowed here
s|^        cell\[i\] = in\[begin + i\];|& asm volatile("syscall");|
