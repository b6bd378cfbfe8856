/* kept_counts.h - how many elements a predicate keeps before each tile, in two
 * launches: filter and partition2 run them before they write.
 *
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     odd numbers
 *     count_tiles    3         2         3
 *     scan_counts    0         3         5           and the count: 8
 *
 * Included after kept.h; places.h shows how a tile is cut.
 * Cost: n read, 8 bytes written for each tile.
 */
#ifndef KEPT_COUNTS_H
#define KEPT_COUNTS_H

/* Returns one bit per lane: is the lane's element of the row kept? */
DEVICE uint32_t vote(const T *in, uint64_t n, uint64_t i)
{
    return __ballot_sync(ALL_LANES, i < n && keeps(in[i]));
}

__global__ void __launch_bounds__(BLOCK)
    count_tiles(const T *in, uint64_t *counts, uint64_t n)
{
    __shared__ uint32_t of_warp[WARPS];
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const uint64_t first = begin + threadIdx.x;
    uint32_t count = 0;

    TRACE_TICKET(blockIdx.x, begin, count_from(begin, n));
    TRACE_PHASE(count);
    for (int row = 0; row < ITEMS; row++)
        count += (uint32_t)__popc(vote(in, n, first + row * BLOCK));
    if (lane_of_thread() == 0)
        of_warp[threadIdx.x / WARP] = count;
    __syncthreads(); /* [1] all warps have counted */
    if (threadIdx.x == 0) {
        uint64_t all = 0;
        for (int w = 0; w < WARPS; w++)
            all += of_warp[w];
        counts[blockIdx.x] = all;
        TRACE_PUBLISH_COUNT(blockIdx.x, TRACE_A, all);
    }
}

/* Run by one block: each count becomes the sum of the counts before it. */
__global__ void __launch_bounds__(BLOCK)
    scan_counts(uint64_t *counts, uint64_t tiles, uint64_t *count)
{
    __shared__ uint64_t of_warp[WARPS];
    const int warp = (int)threadIdx.x / WARP;
    uint64_t before = 0; /* the sum of all iterations so far */

    TRACE_PHASE(scan);
    for (uint64_t first = 0; first < tiles; first += BLOCK) {
        const uint64_t i = first + threadIdx.x;
        const uint64_t own = i < tiles ? counts[i] : 0;
        const uint64_t upto = add_lanes_below(own);
        if (lane_of_thread() == WARP - 1)
            of_warp[warp] = upto;
        __syncthreads(); /* [2] all warps have summed */
        uint64_t left = before;
        for (int w = 0; w < WARPS; w++) {
            left += w < warp ? of_warp[w] : 0;
            before += of_warp[w];
        }
        if (i < tiles)
            counts[i] = left + upto - own;
        __syncthreads(); /* [3] all have read before any writes again */
    }
    if (threadIdx.x == 0)
        *count = before;
}

/* Votes on all elements of this block's tile: kept[row] has a bit for each lane
 * of the warp. */
DEVICE void vote_on_tile(const T *in, uint64_t n, uint32_t *kept,
                         uint32_t *part)
{
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const uint64_t first = begin + threadIdx.x;

    TRACE_TICKET(blockIdx.x, begin, count_from(begin, n));
    TRACE_PHASE(count);
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        kept[row] = vote(in, n, first + row * BLOCK);
    place_parts(kept, part);
    TRACE_PHASE(scatter);
}

#endif
