# It is right, but one barrier in each step is not needed.
# gets: 85
/^            cell\[i\] = sum;$/a\
        __syncthreads();
