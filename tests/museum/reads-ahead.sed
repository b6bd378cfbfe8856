# The kernel loads the element of the next iteration even if there is none.
# The list of sizes has a larger size, so that there is memory to read.
# found in: made up
# algorithm: sequential
# options: -n 10,20
# says: out of bounds: ...reads 4 bytes at in[10] (in has 10 elements of 4 bytes)
s/^    for (uint64_t i = 1; i < n; i++) {$/    T ahead = in[n > 1];\n&/
s/^        const T next = op(sum, in\[i\]);$/        const T next = op(sum, ahead);\n        ahead = in[i + 1];/
