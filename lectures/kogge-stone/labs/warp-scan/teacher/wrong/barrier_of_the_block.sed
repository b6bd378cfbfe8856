# The lanes wait with __syncthreads(), even if wave 0 is alone.
# says: barrier divergence
s/__syncwarp(); \/\* \[1\]/__syncthreads(); \/* [1]/
