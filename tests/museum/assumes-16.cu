/* assumes-16.cu - four elements are loaded together at any address if n % 4 is 0.
 *
 * Memory that cudaMalloc() returns is aligned for such a load. But an array may begin
 * at any element of that memory, and then its address may not be aligned.
 *
 * found in: made up
 * algorithm: sequential
 * options: -n 7,8
 * passes: -n 7
 * says: misaligned: ...n = 8, T of 4 bytes, arrays misaligned
 * says: reads 16 bytes at ...[0], whose address is not a multiple of 16
 */
#include "gpu.h"

DEVICE int fits(const T *in, uint64_t n)
{
#ifdef MENDED
    if ((uintptr_t)in % 16 != 0)
        return 0;
#endif
    return sizeof(T) == 4 && n % 4 == 0;
}

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    T sum = identity();

    for (uint64_t i = 0; i < n; i += 4) {
        T four[4];
        if (fits(in, n)) {
            const uint4 words = *(const uint4 *)(in + i);
            memcpy(four, &words, sizeof words);
        } else {
            for (uint64_t k = 0; k < 4 && i + k < n; k++)
                four[k] = in[i + k];
        }
        for (uint64_t k = 0; k < 4 && i + k < n; k++) {
            const T next = op(sum, four[k]);
            out[i + k] = EXCLUSIVE ? sum : next;
            sum = next;
        }
    }
}
