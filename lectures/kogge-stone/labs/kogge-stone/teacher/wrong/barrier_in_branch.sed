# Only threads that combine reach the second barrier.
# says: barrier divergence: block 0, thread 0 waits at
/__syncthreads(); \/\* \[2\]/,/cell\[i\] = sum;/c\
        if (joins) {\
            __syncthreads();\
            cell[i] = sum;\
        }
