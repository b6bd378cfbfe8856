/* scan_mapped.h - the scan by look-back, of what is mapped as it is loaded
 * (fused), or was mapped before (unfused).
 *
 * The steps are those of lookback/kernel.cu: a ticket says which tile; the
 * tile's total is published as its aggregate; what comes before it is found by
 * looking back, and published, joined to the total, as its prefix. Flag and
 * value share a word (PACKED), so there are no fences.
 */
#ifndef MAP_SCAN_SCAN_MAPPED_H
#define MAP_SCAN_SCAN_MAPPED_H

#define PACKED 1
#include "lookback/look_back.h"

struct shared {
    T front[WARPS + 1], before;
    struct window window;
    uint32_t ticket;
};

/* Blocks may start in any order, and only some at a time: by ticket, a block
 * that waits for a lower tile waits for one that has started. */
DEVICE uint32_t take_ticket(uint32_t *counter, struct shared *shared)
{
    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        shared->ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [1] all wait for thread 0's draw */
    return shared->ticket;
}

/* What comes before the tile, for all threads to read in shared->before. */
DEVICE void find_before(const struct descriptors *tiles, uint32_t tile,
                        T aggregate, struct shared *shared)
{
    const bool last = tile == gridDim.x - 1; /* no tile comes after it */
    const bool speaks = threadIdx.x == 0;    /* for the block */

    if (speaks && !last)
        publish(tiles, tile, tile == 0 ? P : A, aggregate);
    if (tile > 0 && threadIdx.x < LANES) {
        const T before = look_back(tiles, tile, &shared->window);
        if (speaks && !last)
            publish(tiles, tile, P, op(before, aggregate));
        if (speaks)
            shared->before = before;
    }
    __syncthreads(); /* [2] all wait for what looking back has found */
}

__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_mapped(const int32_t *in, void *mapped, void *out, uint64_t n,
                uint32_t *counter, volatile uint64_t *words, uint32_t launch)
{
    __shared__ struct shared shared;
    const uint32_t tile = take_ticket(counter, &shared);
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n), thread = (int)threadIdx.x;
    const struct own_part part = own_part_of(count);
    struct descriptors tiles;
    struct arrays of;
    union own mine;

    tiles.words = words;
    tiles.launch = launch;
    of.in = in;
    of.mapped = mapped;
    of.out = out;
    of.n = n;
    TRACE_TICKET(tile, begin, count);
    TRACE_PHASE(load);
    load_mapped(&of, begin, count, true, &mine);
    TRACE_PHASE(scan);
    const T total = scan_own(mine.x, part.own);
    T front = scan_block(total, part.threads, false, shared.front);
    TRACE_PHASE(look_back);
    find_before(&tiles, tile, shared.front[(part.threads - 1) / LANES + 1],
                &shared);
    TRACE_PHASE(store);
    if (tile > 0 && part.own > 0)
        front = thread > 0 ? op(shared.before, front) : shared.before;
    distribute(mine.x, part.own, tile > 0 || thread > 0, front, EXCLUSIVE);
    store_scanned(&of, begin, count, &mine);
}

#if FORM == UNFUSED
__global__ void __launch_bounds__(BLOCK)
    map_all(const int32_t *in, void *mapped, uint64_t n)
{
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;

    UNROLLED
    for (int row = 0; row < M; row++) {
        const uint64_t i = first + (uint64_t)row * BLOCK;
        if (i < n)
            put_in_planes(mapped, n, i, map(in[i]));
    }
}
#endif

#endif
