/* restrict-input.cu - an in-place scan reads an element again after writing it.
 *
 * `T *__restrict__` promises that no other pointer leads to these elements. A
 * GPU's compiler sees no store through it, and may load through the read-only
 * cache, or use the value of the first load for the second. Here both loads
 * return the same value.
 *
 * found in: made up
 * algorithm: sequential
 * options: -n 5
 * says: read-only: restrict-input.cu:...reads out[0] through the read-only cache, and restrict-input.cu:...wrote it
 * says: an input that is __restrict__
 */
#include "gpu.h"

#ifdef MENDED
typedef const T *Input;
#else
typedef T *__restrict__ Input;
#endif

__global__ void scan_all(Input in, T *out, uint64_t n)
{
    if (!EXCLUSIVE)
        out[0] = in[0];
    T sum = in[0];

    if (EXCLUSIVE)
        out[0] = identity();
    for (uint64_t i = 1; i < n; i++) {
        const T next = op(sum, in[i]);
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
}
