/* addresses.cu - addresses outside an array that are computed but not used;
 * rows of a matrix as one array.
 *
 * shape: neighbours by pointer; two-dimensional tiles
 * algorithm: kogge_stone:block=32
 * options: -n 1,5,32
 * broken: s/i >= d ? .left : x/*left/
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ T rows[4][BLOCK / 4 + 1];
    const int i = (int)threadIdx.x;
    T x = i < (int)n ? in[i] : identity();

    for (int d = 1; d < BLOCK; d *= 2) {
        cell[i] = x;
        __syncthreads();
        const T *const left = &cell[i - d];
        const T other = i >= d ? *left : x;
        if (i >= d)
            x = op(other, x);
        __syncthreads();
    }
    rows[0][i] = x;
    __syncthreads();
    if (EXCLUSIVE)
        x = i > 0 ? rows[0][i - 1] : identity();
    if (i < (int)n)
        out[i] = x;
}
