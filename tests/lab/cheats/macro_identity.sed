# says: the given part was changed
s|^#include "gpu.h".*|&\n#define identity() T()|
