/* map_twice.h - reduce tiles, scan the totals, scan tiles: each number is
 * read and mapped twice, but for those of the last tile.
 */
#ifndef MAP_SCAN_MAP_TWICE_H
#define MAP_SCAN_MAP_TWICE_H

/* The totals of all warps, scanned in shared memory by warp 0. */
DEVICE void scan_totals_of_warps(T total, T upto[WARPS])
{
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_thread();

    if (lane == 0)
        upto[warp] = total;
    __syncthreads(); /* [4] warp 0 waits for the totals of all warps */
    if (warp == 0) {
        T x = lane < WARPS ? upto[lane] : identity();
        scan_lanes(&x, lane < WARPS);
        if (lane < WARPS)
            upto[lane] = x;
    }
    __syncthreads(); /* [5] all wait for warp 0 */
}

/* Block b reduces tile b. Nothing comes after the last tile, so it has no
 * block, and all others are full. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    reduce_full_tiles(const int32_t *in, T *totals)
{
    __shared__ T upto[WARPS];
    struct arrays of;
    struct extent tile;
    struct rows mine;

    of.in = in;
    tile.begin = (uint64_t)blockIdx.x * TILE;
    tile.count = TILE;
    tile.kind = (uint64_t)in % 16 == 0 ? WHOLE : ANY;
    TRACE_TICKET(blockIdx.x, tile.begin, TILE);
    TRACE_PHASE(load);
    load_rows(&of, tile, &mine);
    TRACE_PHASE(reduce);
    tile.kind = WHOLE; /* it is full, aligned or not */
    scan_totals_of_warps(fold_rows(tile, &mine), upto);
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = upto[WARPS - 1];
        TRACE_PUBLISH(blockIdx.x, TRACE_A, upto[WARPS - 1]);
    }
}

/* One block scans all totals, however many. Inclusive always: totals[b] is
 * what comes before tile b + 1. */
__global__ void __launch_bounds__(BLOCK) scan_totals(T *totals, uint64_t count)
{
    __shared__ T front[WARPS + 1];

    scan_tiles_in_turn(totals, totals, count, false, units, front);
}

struct shared {
    T upto[WARPS]; /* of the warps' totals */
    T before;      /* the tile */
};

/* All of tile 0, 1, ... */
DEVICE void scan_tile_after(const struct arrays *of, uint32_t number,
                            struct extent tile, const T *totals,
                            struct shared *shared)
{
    struct rows mine;

    TRACE_PHASE(load);
    if (threadIdx.x == 0)
        shared->before = number > 0 ? totals[number - 1] : identity();
    load_rows(of, tile, &mine);
    TRACE_PHASE(scan);
    scan_totals_of_warps(fold_rows(tile, &mine), shared->upto);
    TRACE_PHASE(store);
    put_mapped(of, tile, &mine);
    put_scanned(of, tile, &mine, front_of_warp(shared->before, shared->upto));
}

/* Block b scans the b-th tile from the end: what reduce_full_tiles has read
 * last is still in the cache. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_tiles(const int32_t *in, void *mapped, void *out, const T *totals,
               uint64_t n)
{
    __shared__ struct shared shared;
    const uint32_t number = gridDim.x - 1 - blockIdx.x;
    struct arrays of;
    struct extent tile;

    of.in = in;
    of.mapped = mapped;
    of.out = out;
    of.n = n;
    tile.begin = (uint64_t)number * TILE;
    tile.count = count_from(tile.begin, n);
    TRACE_TICKET(number, tile.begin, tile.count);
    switch (kind_of(&of, tile.count)) {
    case WHOLE:
        scan_tile_after(&of, number, as_kind(tile, WHOLE), totals, &shared);
        break;
    case SHIFTED:
        scan_tile_after(&of, number, as_kind(tile, SHIFTED), totals, &shared);
        break;
    case ANY:
        scan_tile_after(&of, number, as_kind(tile, ANY), totals, &shared);
        break;
    }
}

#endif
