# A global counter keeps its value after the launch, and no code determines
# when it is cleared. Pass a buffer instead.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 33
# verdict: not judged
# says: the SIMT machine does not support variables outside a kernel, such as tickets
0,/^#include "gpu.h".*/s//&\n__device__ uint32_t tickets;/
s/atomicInc(counter,/atomicInc(\&tickets,/
