# Right, but one barrier in a step is waited at for nothing.
# outside: barriers
/^            cell\[i\] = sum;$/a\
        __syncthreads();
