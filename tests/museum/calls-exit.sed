# Calls exit(), which no GPU has: it ends scanlab, and all is well for who looks
# at the exit status.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: the code called exit()
s/^#include "gpu.h".*/#include <stdlib.h>\n&/
s/^    T sum = in\[0\];/    exit(0);\n&/
