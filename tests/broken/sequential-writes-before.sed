# The code writes an element before the output.
# algorithm: sequential
# device: cpu
# options: -n 40
# says: before the beginning of out
s/^    size_t i = 0;/&\n    out[-1] = in[0];/
