# says: the given part was changed
s|^#include "gpu.h".*|&\n#define T int|
