# The total is written past the end of the output if n is even. The list of
# sizes has a larger size, so that there is room for the total.
# found in: made up
# algorithm: sequential
# options: -n 9,10,20
# passes: -n 9,21
# says: n = 10,
# says: out of bounds: ...writes 4 bytes at out[10] (out has 10 elements of 4 bytes)
s/^    for (uint64_t i = 1; i < n; i++) {$/    T last = sum;\n&/
s/^        const T next = op(sum, in\[i\]);$/        const T next = last = op(sum, in[i]);/
/^        sum = next;$/{
n
s/$/\n    if (n % 2 == 0)\n        out[n] = last;/
}
