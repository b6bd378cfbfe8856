/* returns-after-read.cu - a thread reads a cell, and returns before the barrier.
 *
 * Then the cell is given a different value. All threads of the block have read
 * it, and all but one have reached the barrier.
 *
 * found in: made up
 * algorithm: kogge_stone:block=64
 * options: -n 64
 * says: race on cell[0]
 * says: which has ended (1 of 64
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;

    cell[i] = i < (int)n ? in[i] : identity();
    __syncthreads();
    T sum = cell[0];
    for (int k = 1; k < i + !EXCLUSIVE; k++)
        sum = op(sum, cell[k]);
    if (i < (int)n)
        out[i] = EXCLUSIVE && i == 0 ? identity() : sum;
#ifdef MENDED
    __syncthreads();
#endif
    if (i == 40)
        return;
    __syncthreads();
    if (i == 0)
        cell[0] = sum;
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
}
