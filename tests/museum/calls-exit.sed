# Calls exit(), which no GPU has. It would end scanlab itself, with an exit
# status that says all is well.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: the code called exit()
s/^#include "gpu.h".*/#include <stdlib.h>\n&/
s/^    T sum = in\[0\];/    exit(0);\n&/
