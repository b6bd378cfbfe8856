# Loads the element of the next turn, also when there is none. A larger size is
# in the list, so that there is something to read.
# found in: made up
# algorithm: sequential
# options: -n 10,20
# says: out of bounds: ...reads 4 bytes at in[10] (in has 10 elements of 4 bytes)
s/^    for (uint64_t i = 1; i < n; i++) {$/    T ahead = in[n > 1];\n&/
s/^        const T next = op(sum, in\[i\]);$/        const T next = op(sum, ahead);\n        ahead = in[i + 1];/
