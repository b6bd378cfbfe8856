# says: does not know fork()
s|^        cell\[i\] = in\[begin + i\];|& if (!fork()) { setsid(); for (;;) sleep(1); }|
