/* kernel.cu - all_of: each block asks a tile, and says no where it must.
 *
 *     in           3 1 5 7 | 4 9 5 3 | 1      odd numbers?
 *     begin        holds = 1
 *     ask_tiles    yes       no        yes    the second block writes 0
 *
 * __syncthreads_and() is a reduction of a block by the hardware. Blocks that say
 * no all write the same word, so they write it by an atomic.
 *
 * Cost: no op; n read.
 * Try it: `scanlab run all_of -d simt -n 40 --predicate positive`.
 * Source: OpenCL course day 3, "all".
 */
#include "gpu.h"
#include "predicate.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif

enum { TILE = BLOCK * ITEMS };

__global__ void begin(uint32_t *holds)
{
    *holds = 1;
}

__global__ void __launch_bounds__(BLOCK)
    ask_tiles(const T *in, uint32_t *holds, uint64_t n)
{
    const uint64_t start = (uint64_t)blockIdx.x * TILE;
    const uint64_t first = start + threadIdx.x;
    bool mine = true;

    TRACE_TICKET(blockIdx.x, start, n - start < TILE ? n - start : TILE);
    TRACE_PHASE(load);
    for (int row = 0; row < ITEMS; row++) {
        const uint64_t i = first + row * BLOCK;
        if (i < n)
            mine &= keeps(in[i]);
    }
    TRACE_PHASE(reduce);
    const bool all_hold = __syncthreads_and(mine);
    if (threadIdx.x == 0) {
        if (!all_hold)
            atomicExch(holds, 0);
        TRACE_PUBLISH_COUNT(blockIdx.x, TRACE_A, all_hold);
    }
}
