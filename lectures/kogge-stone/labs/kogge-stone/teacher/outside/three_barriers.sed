# Right, but one barrier in each step is not needed.
# outside: barriers
/^            cell\[i\] = sum;$/a\
        __syncthreads();
