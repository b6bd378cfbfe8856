# Barriers are everywhere, to be sure.
# breaks: costs
# says: barriers
s/^    if (is_last)/    __syncthreads();\n    __syncthreads();\n&/
