/* kernel.cu - all_of: each block tests a tile, and writes 0 if the test fails.
 *
 *     in           3 1 5 7 | 4 9 5 3 | 1      odd numbers?
 *     begin        holds = 1
 *     ask_tiles    yes       no        yes    the second block writes 0
 *
 * __syncthreads_and() reduces over a block, in hardware. All blocks that answer
 * "no" write the same word, so they use an atomic.
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

enum {
    TILE = BLOCK * ITEMS,
    WIDE = sizeof(T) == 4 ? 4 : sizeof(T) == 8 ? 2 : 1, /* side by side */
    ROWS = ITEMS / WIDE,
    IS_WIDE = ITEMS % WIDE == 0 && sizeof(T) * WIDE % 16 == 0
};

/* A thread's elements of a row, in 16-byte accesses. */
union wide {
    T x[WIDE];
    uint4 all[(sizeof(T) * WIDE + 15) / 16];
};

/* Tests a whole, aligned tile: all loads are in flight before the first element
 * is tested. */
DEVICE bool ask_rows(const T *tile)
{
    union wide row[ROWS > 0 ? ROWS : 1];
    bool all_hold = true;

    UNROLLED
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < (int)(sizeof row[0] / 16); k++)
            row[r].all[k] = ((const uint4 *)(tile + (r * BLOCK + threadIdx.x) *
                                                        WIDE))[k];
    UNROLLED
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < WIDE; i++)
            all_hold &= keeps(row[r].x[i]);
    return all_hold;
}

/* Tests `count` elements, one by one. */
DEVICE bool ask_elements(const T *tile, int count)
{
    bool all_hold = true;

    for (int i = (int)threadIdx.x; i < count; i += BLOCK)
        all_hold &= keeps(tile[i]);
    return all_hold;
}

__global__ void begin(uint32_t *holds)
{
    next_launch_may_begin(); /* it waits for this store */
    *holds = 1;
}

__global__ void __launch_bounds__(BLOCK)
    ask_tiles(const T *in, uint32_t *holds, uint64_t n)
{
    const uint64_t start = (uint64_t)blockIdx.x * TILE;
    const int count = n - start < TILE ? (int)(n - start) : TILE;

    wait_for_launch_before();
    TRACE_TICKET(blockIdx.x, start, count);
    TRACE_PHASE(load);
    const bool mine =
        IS_WIDE && count == TILE && (uint64_t)in % 16 == 0
            ? ask_rows(in + start)
            : ask_elements(in + start, count);
    TRACE_PHASE(reduce);
    const bool all_hold = __syncthreads_and(mine);
    if (threadIdx.x == 0) {
        if (!all_hold)
            atomicExch(holds, 0);
        TRACE_PUBLISH_COUNT(blockIdx.x, TRACE_A, all_hold);
    }
}
