# Only the last lanes wait.
# breaks: small
# says: barrier divergence
/\[2\] all totals/d
s/^    if (is_last)/    if (is_last) {\n        __syncthreads();/
s/cell\[wave\] = total;/cell[wave] = total;\n    }/
