# The barrier stands in the loop, whose rounds are not the same for all.
# breaks: one element
# says: barrier divergence
/FILL \[A\]/,/END \[A\]/{
s/k += BLOCK)/& {/
s/^    __syncthreads();/        __syncthreads();\n    }/
}
