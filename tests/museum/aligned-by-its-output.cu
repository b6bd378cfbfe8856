/* aligned-by-its-output.cu - input vectors are loaded if the output is aligned.
 *
 * In and out may each begin at any element, so a kernel has to check both. A kernel
 * that checks only the input is assumes-aligned-output.sed.
 *
 * found in: made up
 * algorithm: sequential
 * options: -n 29..33 --bytes 4
 * says: misaligned: ...T of 4 bytes, arrays misaligned
 * says: reads 16 bytes at in[0], whose address is not a multiple of 16
 */
#include "gpu.h"

DEVICE bool fits(const T *in, const T *out, uint64_t i, uint64_t n)
{
#ifdef MENDED
    if ((uint64_t)in % 16 != 0)
        return false;
#endif
    return sizeof(T) == 4 && (uint64_t)out % 16 == 0 && i + 4 <= n;
}

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    T sum = identity();

    for (uint64_t i = 0; i < n; i += 4) {
        T four[4];
        if (fits(in, out, i, n))
            *(uint4 *)four = *(const uint4 *)(in + i);
        else
            for (uint64_t k = 0; k < 4 && i + k < n; k++)
                four[k] = in[i + k];
        for (uint64_t k = 0; k < 4 && i + k < n; k++) {
            const T next = i + k > 0 ? op(sum, four[k]) : four[k];
            out[i + k] = EXCLUSIVE ? sum : next;
            sum = next;
        }
    }
}
