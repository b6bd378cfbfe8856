# Only one of the two inputs is checked for alignment, but both are loaded as
# whole vectors.
# found in: made up
# algorithm: dotprod:block=32,items=2,form=unfused
# options: -n 60..70 --bytes 4
# says: misaligned: ...T of 4 bytes, arrays misaligned
# says: reads 16 bytes at b[0], whose address is not a multiple of 16
/^    multiply(const T/,/^}/s/^    for (int row/    if (first == 0 \&\& sizeof(T) == 4 \&\& n > 3 \&\& (uint64_t)a % 16 == 0) {\n        const uint4 of_a = *(const uint4 *)a, of_b = *(const uint4 *)b;\n        products[0] = times(*(const T *)\&of_a, *(const T *)\&of_b);\n    }\n&/
