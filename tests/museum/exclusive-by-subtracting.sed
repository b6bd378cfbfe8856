# The exclusive sum is computed by subtracting the input, but neither a
# maximum nor opaque elements can be subtracted.
# found in: a vendor's sample
# algorithm: kogge_stone:block=32
# options: -n 33
# verdict: not judged
# says: no match for 'operator-'
# clang says: kernel.cu:...: error: invalid operands to binary expression
s/: i > 0    ? sum\[i - 1\]/: i > 0    ? sum[i] - in[begin + i]/
