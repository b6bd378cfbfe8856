/* beyond-shared.cu - one cell too many is written, into the next array.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: out of bounds: beyond-shared.cu:...writes ...at cell[32] (cell has 32 elements
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK], other[BLOCK + 1];
    const int i = (int)threadIdx.x;

    other[i] = identity();
    __syncthreads();
#ifdef MENDED
    T *const shifted = other;
#else
    T *const shifted = cell;
#endif
    shifted[i + 1] = i < n ? in[i] : identity();
    if (i == 0)
        shifted[0] = identity();
    __syncthreads();
    if (i < n) {
        T sum = identity();
        for (int k = 1; k <= i + !EXCLUSIVE; k++)
            sum = op(sum, shifted[k]);
        out[i] = sum;
    }
}
