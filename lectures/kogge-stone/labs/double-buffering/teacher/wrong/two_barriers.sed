# A step has two barriers, as with one copy.
# breaks: costs
# says: barriers
s/^        T \*const read = from;/        __syncthreads();\n&/
