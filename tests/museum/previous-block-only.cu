/* previous-block-only.cu - a block adds only the previous block's own sum.
 *
 * The totals are never scanned. That is right for two blocks. With
 * three, everything before the previous block is missing.
 *
 * found in: an official puzzle solution
 * algorithm: kogge_stone:block=32
 * options: -n 96
 * passes: -n 64
 * says: elements 0..31 are missing
 * says: previous-block-only.cu:...stored it
 */
#include "gpu.h"

/* For 33 to 1024 elements: one block is called for their totals. */
__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const bool top = gridDim.x == 1;
    T sum = identity();

#ifndef MENDED
    if (top)
        return;
#endif
    if (threadIdx.x > 0)
        return;
    for (uint64_t i = begin; i < n && i < begin + BLOCK; i++) {
        const T next = op(sum, in[i]);
        out[i] = EXCLUSIVE && !top ? sum : next;
        sum = next;
    }
    if (!top)
        totals[blockIdx.x] = sum;
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t i = section * BLOCK + threadIdx.x;

    if (i < n)
        out[i] = op(sums[section - 1], out[i]);
}
