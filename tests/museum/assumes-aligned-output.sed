# Only the input is checked for alignment before vectors are stored to the
# output.
# found in: made up
# algorithm: sequential
# options: -n 8 --bytes 8
# says: misaligned: ...T of 8 bytes, arrays misaligned
# says: writes 16 bytes at out[0], whose address is not a multiple of 16
s/^    out\[0\] = EXCLUSIVE ? identity() : sum;/    if ((uintptr_t)in % 16 == 0 \&\& n > 1 \&\& in != out)\n        *(uint4 *)out = make_uint4(0, 0, 0, 0);\n&/
