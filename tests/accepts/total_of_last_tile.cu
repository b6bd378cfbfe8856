/* total_of_last_tile.cu - each block stores its total, even the last block.
 *
 * shape: a block's thread 0 does it all, independently of all other blocks
 * algorithm: scan_propagate:block=32,items=2
 * options: -n 1,5,64,65,300
 * broken: s/totals.blockIdx.x. =/totals[0] =/
 */
#include "gpu.h"

enum { TILE = BLOCK * ITEMS };

/* Inclusive or not; returns the total. */
DEVICE T scan(const T *in, T *out, uint64_t begin, uint64_t end, bool exclusive)
{
    T sum = identity();

    for (uint64_t i = begin; i < end; i++) {
        const T next = op(sum, in[i]);
        out[i] = exclusive ? sum : next;
        sum = next;
    }
    return sum;
}

__global__ void scan_tiles(const T *in, T *out, T *totals, uint64_t n)
{
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const uint64_t end = n - begin < TILE ? n : begin + TILE;

    if (threadIdx.x == 0)
        totals[blockIdx.x] = scan(in, out, begin, end, EXCLUSIVE);
}

__global__ void scan_totals(T *totals, uint64_t count)
{
    if (threadIdx.x == 0)
        scan(totals, totals, 0, count, false);
}

__global__ void propagate(T *out, const T *totals, uint64_t n)
{
    const uint64_t begin = ((uint64_t)blockIdx.x + 1) * TILE;
    const uint64_t end = n - begin < TILE ? n : begin + TILE;

    for (uint64_t i = begin + threadIdx.x; i < end; i += BLOCK)
        out[i] = op(totals[blockIdx.x], out[i]);
}
