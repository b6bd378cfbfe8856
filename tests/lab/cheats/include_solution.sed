# says: a line that begins with # is not
s|^        cell\[i\] = in.*|&\n#include "teacher/solution.cu"|
