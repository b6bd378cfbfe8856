/* peels-three.cu - three elements are peeled off whenever the array is misaligned.
 * They are loaded one by one before the first vector.
 *
 * That is right if the array begins 4 bytes after a multiple of 16; after 8 bytes the
 * kernel must peel off two elements, and after 12 bytes one.
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
