/* returns-after-store.cu - a thread stores a cell, and returns before the barrier.
 *
 * Others read the cell after the barrier. Since Volta the barrier does not wait for the
 * thread that returned, so it does not order the store.
 *
 * found in: made up
 * algorithm: kogge_stone:block=64
 * options: -n 64
 * says: race on cell[0]: returns-after-store.cu:33 ...reads it and returns-after-store.cu:22 (block 0, thread 0) writes it
 * says: passes this barrier without block 0, thread 0, which has ended (1 of 64
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    T sum;

    if (i >= (int)n)
        return;
    cell[i] = in[i];
    if (i == 0)
        out[0] = EXCLUSIVE ? identity() : cell[0];
#ifdef MENDED
    __syncthreads();
#endif
    if (i == 0)
        return;
#ifndef MENDED
    __syncthreads();
#endif
    sum = cell[0];
    for (int k = 1; k < i + !EXCLUSIVE; k++)
        sum = op(sum, cell[k]);
    out[i] = sum;
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
}
