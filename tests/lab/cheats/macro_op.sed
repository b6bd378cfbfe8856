# says: the given part was changed
s|^#include "gpu.h".*|&\n#define op(a, b) (b)|
