# Each thread has its own array of 256 KiB. A GPU would need that much memory
# for each resident thread.
# found in: made up
# algorithm: sequential
# options: -n 3
# says: stack overflow: ...has more than ...of local variables
s/^    T sum = in\[0\];/    T row[1 << 16];\n    T sum = row[0] = in[0];/
