/* peels-three.cu - three elements are loaded alone before the first vector, by
 * how much the array may be misaligned.
 *
 * That is right where it begins 4 bytes behind a multiple of 16; behind 8 bytes
 * it must be two elements, and behind 12 one.
 *
 * found in: made up
 * algorithm: sequential
 * options: -n 29..33 --bytes 4
 * says: misaligned: ...T of 4 bytes, arrays misaligned
 * says: reads 16 bytes at in[3], whose address is not a multiple of 16
 */
#include "gpu.h"

DEVICE uint64_t alone(const T *in)
{
#ifdef MENDED
    return (16 - (uint64_t)in % 16) % 16 / sizeof(T);
#endif
    return (uint64_t)in % 16 != 0 ? 3 : 0;
}

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    T sum = identity();

    for (uint64_t i = 0; i < n;) {
        const bool whole = sizeof(T) == 4 && i >= alone(in) && i + 4 <= n;
        const uint64_t count = whole ? 4 : 1;
        T four[4];
        if (whole)
            *(uint4 *)four = *(const uint4 *)(in + i);
        else
            four[0] = in[i];
        for (uint64_t k = 0; k < count; k++) {
            const T next = i + k > 0 ? op(sum, four[k]) : four[k];
            out[i + k] = EXCLUSIVE ? sum : next;
            sum = next;
        }
        i += count;
    }
}
