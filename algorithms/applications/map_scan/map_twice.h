/* map_twice.h - reduce tiles, scan the totals, scan tiles: each number is
 * read and mapped twice, but for those of the last tile.
 */
#ifndef MAP_SCAN_MAP_TWICE_H
#define MAP_SCAN_MAP_TWICE_H

/* Block b reduces tile b. Nothing comes after the last tile, so it has no
 * block, and all others are full. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    reduce_full_tiles(const int32_t *in, T *totals)
{
    __shared__ T fold[WARPS];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_thread();
    struct arrays of;
    union own mine;

    of.in = in;
    TRACE_TICKET(blockIdx.x, (uint64_t)blockIdx.x * TILE, TILE);
    TRACE_PHASE(load);
    load_mapped(&of, (uint64_t)blockIdx.x * TILE, TILE, false, &mine);
    TRACE_PHASE(reduce);
    T sum = mine.x[0];
    for (int i = 1; i < M; i++)
        sum = op(sum, mine.x[i]);
    sum = reduce_warp(sum, WARP);
    if (lane == 0)
        fold[warp] = sum;
    __syncthreads(); /* [3] warp 0 waits for the totals of all warps */
    if (warp > 0)
        return;
    sum = reduce_warp(lane < WARPS ? fold[lane] : identity(), WARPS);
    if (lane == 0) {
        totals[blockIdx.x] = sum;
        TRACE_PUBLISH(blockIdx.x, TRACE_A, sum);
    }
}

/* One block scans all totals, however many. Inclusive always: totals[b] is
 * what comes before tile b + 1. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_totals(T *totals, uint64_t count)
{
    __shared__ T front[WARPS + 1];

    scan_tiles_in_turn(totals, totals, count, false, units, front);
}

/* Block b scans the b-th tile from the end, with what comes before it in front:
 * what reduce_full_tiles has read last is still in the cache. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_tiles(const int32_t *in, void *mapped, void *out, const T *totals,
               uint64_t n)
{
    __shared__ T front[WARPS + 1];
    const uint32_t tile = gridDim.x - 1 - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n);
    const struct own_part part = own_part_of(count);
    const bool has_before = tile > 0;
    struct arrays of;
    union own mine;

    of.in = in;
    of.mapped = mapped;
    of.out = out;
    of.n = n;
    TRACE_TICKET(tile, begin, count);
    TRACE_PHASE(load);
    if (threadIdx.x == 0 && has_before)
        front[0] = totals[tile - 1];
    load_mapped(&of, begin, count, true, &mine);
    TRACE_PHASE(scan);
    const T total = scan_own(mine.x, part.own);
    const T before = scan_block(total, part.threads, has_before, front);
    distribute(mine.x, part.own, has_before || threadIdx.x > 0, before,
               EXCLUSIVE);
    TRACE_PHASE(store);
    store_scanned(&of, begin, count, &mine);
}

#endif
