/* scan_mapped.h - the scan with look-back, of numbers mapped when loaded.
 *
 * The steps are those of lookback/kernel.cu: a ticket gives the tile; its total
 * is published as its aggregate; looking back finds its exclusive prefix,
 * which, joined with the total, is published as its prefix. Flag and value
 * share a word (PACKED), so there are no fences.
 *
 * Mapped elements are stored between these two publications: meanwhile earlier
 * tiles have time to publish their prefixes.
 */
#ifndef MAP_SCAN_SCAN_MAPPED_H
#define MAP_SCAN_SCAN_MAPPED_H

#define PACKED 1
#include "lookback/look_back.h"

struct shared {
    T upto[WARPS]; /* scan of the warps' totals */
    T before;      /* the tile's exclusive prefix */
    struct window window;
    uint32_t ticket;
};

/* Blocks may start in any order, and only some run at a time: with tickets, a
 * block that waits for a lower tile waits for one that has started. */
DEVICE uint32_t take_ticket(uint32_t *counter, struct shared *shared)
{
    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        shared->ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [1] all wait for thread 0's draw */
    return shared->ticket;
}

/* Called by warp 0, after barrier [2]: scans the warps' totals, in place, and
 * publishes the tile's total. Lane 0 gets it. */
DEVICE T publish_total(const struct descriptors *tiles, uint32_t tile,
                       uint32_t last, struct shared *shared)
{
    const int lane = lane_of_thread();
    T upto = lane < WARPS ? shared->upto[lane] : identity();

    scan_lanes(&upto, lane < WARPS);
    if (lane < WARPS)
        shared->upto[lane] = upto;
    const T total = shuffle_from(upto, WARPS - 1);
    if (lane == 0 && tile < last) /* no tile waits for the last one */
        publish(tiles, tile, tile == 0 ? P : A, total);
    return total;
}

/* Called by the looking threads: puts the tile's prefix in shared->before. */
DEVICE void find_before(const struct descriptors *tiles, uint32_t tile,
                        uint32_t last, T total, struct shared *shared)
{
    const bool speaks = threadIdx.x == 0; /* for the block */

    if (tile == 0) {
        if (speaks)
            shared->before = identity();
        return;
    }
    const T before = look_back(tiles, tile, &shared->window);
    if (speaks && tile < last)
        publish(tiles, tile, P, op(before, total));
    if (speaks)
        shared->before = before;
}

/* All steps except the ticket. */
DEVICE void scan_tile_at(const struct arrays *of,
                         const struct descriptors *tiles, uint32_t number,
                         struct extent tile, struct shared *shared)
{
    const int warp = (int)threadIdx.x / WARP;
    struct rows mine;
    T total;

    TRACE_PHASE(load);
    load_rows(of, tile, &mine);
    TRACE_PHASE(scan);
    total = fold_rows(tile, &mine);
    if (lane_of_thread() == 0)
        shared->upto[warp] = total;
    __syncthreads(); /* [2] warp 0 waits for the totals of all warps */
    if (warp == 0)
        total = publish_total(tiles, number, gridDim.x - 1, shared);
    put_mapped(of, tile, &mine);
    TRACE_PHASE(look_back);
    if (LOOK == BY_BLOCK || warp == 0)
        find_before(tiles, number, gridDim.x - 1, total, shared);
    __syncthreads(); /* [3] all wait for the prefix that look-back found */
    TRACE_PHASE(store);
    put_scanned(of, tile, &mine, front_of_warp(shared->before, shared->upto));
}

/* Prefetches the numbers of a tile whose block will start soon. */
DEVICE void prefetch(const struct arrays *of, uint64_t begin)
{
    if (PREFETCH > 0 && threadIdx.x == 0 && begin + TILE <= of->n &&
        (uint64_t)of->in % BULK_UNIT == 0)
        bulk_prefetch(of->in + begin, (uint32_t)(TILE * sizeof(int32_t)));
}

__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_mapped(const int32_t *in, void *mapped, void *out, uint64_t n,
                uint32_t *counter, volatile uint64_t *words, uint32_t launch)
{
    __shared__ struct shared shared;
    const uint32_t number = take_ticket(counter, &shared);
    struct descriptors tiles;
    struct arrays of;
    struct extent tile;

    tiles.words = words;
    tiles.launch = launch;
    of.in = in;
    of.mapped = mapped;
    of.out = out;
    of.n = n;
    tile.begin = (uint64_t)number * TILE;
    tile.count = count_from(tile.begin, n);
    TRACE_TICKET(number, tile.begin, tile.count);
    prefetch(&of, tile.begin + (uint64_t)PREFETCH * TILE);
    switch (kind_of(&of, tile.count)) {
    case WHOLE:
        scan_tile_at(&of, &tiles, number, as_kind(tile, WHOLE), &shared);
        break;
    case SHIFTED:
        scan_tile_at(&of, &tiles, number, as_kind(tile, SHIFTED), &shared);
        break;
    case ANY:
        scan_tile_at(&of, &tiles, number, as_kind(tile, ANY), &shared);
        break;
    }
}

#endif
