/* kernel.cu - scatter: each thread moves its elements.
 *
 *     in        b0 b1 b2 b3
 *     index      2  4  1 -1
 *     out       a0 b2 b0 a3 b1 a5     a: what was there before
 *
 * A tile is ITEMS rows of BLOCK elements, and neighbouring threads read
 * neighbouring elements. The indices decide where threads write: the 32
 * lanes of a warp can touch 32 sectors of 32 bytes for 4 bytes each.
 *
 * Cost: no op; an index read, and an element read and written if it is
 * not -1.
 * Try it: leave out the test for -1, and run `scanlab verify scatter -d simt
 * --source kernel.cu`.
 * Source: OpenCL course day 3, "Scatter: Parallel Write Operator".
 */
#include "gpu.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 8
#endif

enum { TILE = BLOCK * ITEMS };

/* Precondition: no two indices are equal, except -1. */
__global__ void __launch_bounds__(BLOCK)
    scatter(const T *in, const int32_t *index, T *out, uint64_t n)
{
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;
    int32_t to[ITEMS];

    TRACE_TICKET(blockIdx.x, first - threadIdx.x,
                 n - (first - threadIdx.x) < TILE ? n - (first - threadIdx.x)
                                                  : TILE);
    TRACE_PHASE(scatter);
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        to[row] = first + row * BLOCK < n ? index[first + row * BLOCK] : -1;
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (to[row] >= 0)
            out[to[row]] = in[first + row * BLOCK];
}
