# The kernel prints without end.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: prints without end
# says: kernels printed 65536 bytes: no more is shown
s/^    T sum = in\[0\];/&\n    while (n > 0)\n        printf("here\\n");/
