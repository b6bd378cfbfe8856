# Only threads whose node combines wait.
# says: barrier divergence
/\[2\] the level above/d
s/^        if (node.joins) {/&\n            __syncthreads();/
