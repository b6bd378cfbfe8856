# The barrier is in the loop, whose number of iterations differs between threads.
# breaks: one element
# says: barrier divergence
/FILL \[A\]/,/END \[A\]/{
s/k += BLOCK)/& {/
s/^    __syncthreads();/        __syncthreads();\n    }/
}
