# The kernel calls exit(), which does not exist on a GPU. The call would end
# scanlab itself, with an exit status that means success.
# found in: made up
# algorithm: sequential
# options: -n 5
# verdict: not judged
# says: the kernel calls exit(), which is not known to the SIMT machine
s/^#include "gpu.h".*/#include <stdlib.h>\n&/
s/^    T sum = in\[0\];/    exit(0);\n&/
