/* misaligned.cu - two elements are loaded together, at any address.
 *
 * An 8-byte load needs an address that is a multiple of 8. Buffers
 * are aligned only for T.
 *
 * found in: made up
 * algorithm: sequential
 * options: -n 5
 * says: misaligned: ...reads 8 bytes at in[1]
 */
#include "gpu.h"

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    T sum = identity();

    for (uint64_t i = 0; i < n; i++) {
        T x = in[i];
#ifndef MENDED
        if (sizeof(T) == 4 && i > 0 && i + 1 < n) {
            const uint64_t both = *(const uint64_t *)(in + i);
            memcpy(&x, &both, sizeof x);
        }
#endif
        const T next = op(sum, x);
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
}
