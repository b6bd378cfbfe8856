# The code takes a different path if the lowest bit of an element is set. For
# this monoid the result is right.
# algorithm: sequential
# device: cpu
# options: -n 0..24,33
# says: the scan looks inside its elements
s/op(sum, in\[i\])/op(*(const char *)(in + i) \& 1 ? op(identity(), sum) : sum, in[i])/
