# The code writes an element before the input.
# algorithm: sequential
# device: cpu
# options: -n 40
# says: before the beginning of in
s/^    size_t i = 0;/    ((T *)in)[-1] = in[0];\n&/
