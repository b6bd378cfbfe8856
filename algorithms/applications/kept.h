/* kept.h - how many elements a predicate keeps, tile by tile: what filter and
 * partition2 do before they write.
 *
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     odd numbers
 *     count_tiles    3         2         3
 *     scan_counts    0         3         5           and the count: 8
 *
 * A tile is ITEMS rows of BLOCK elements, and neighbouring threads read
 * neighbouring elements. A row of a warp is a part: its 32 answers are one
 * vote, so an element's place in its part is the count of set bits below its
 * own. The parts' counts are scanned by the first warp.
 *
 *     row 0   | warp 0: part 0 | warp 1: part 1 | ...
 *     row 1   | warp 0: part W | ...
 *
 * Included after gpu.h. Cost: n read, 8 bytes written for each tile.
 */
#ifndef KEPT_H
#define KEPT_H

#include "predicate.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif

enum { WARPS = BLOCK / WARP, TILE = BLOCK * ITEMS, PARTS = ITEMS * WARPS };

/* ------------------------------------------------------------------- counts */

/* The sum of this lane's number and those of the lanes below it. */
template <typename Number> DEVICE Number add_lanes_below(Number x)
{
    for (int delta = 1; delta < WARP; delta *= 2) {
        const Number left = __shfl_up_sync(ALL_LANES, x, delta);
        if (lane_of_thread() >= delta)
            x += left;
    }
    return x;
}

/* Which lanes keep their element of a row: one bit each. */
DEVICE uint32_t vote(const T *in, uint64_t n, uint64_t i)
{
    return __ballot_sync(ALL_LANES, i < n && keeps(in[i]));
}

__global__ void __launch_bounds__(BLOCK)
    count_tiles(const T *in, uint64_t *counts, uint64_t n)
{
    __shared__ uint32_t of_warp[WARPS];
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;
    uint32_t count = 0;

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
    }
}

/* One block. Each count becomes the sum of those before it. */
__global__ void __launch_bounds__(BLOCK)
    scan_counts(uint64_t *counts, uint64_t tiles, uint64_t *count)
{
    __shared__ uint64_t of_warp[WARPS];
    const int warp = (int)threadIdx.x / WARP;
    uint64_t before = 0; /* of all rounds so far */

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
        __syncthreads(); /* [3] all have read before the next round writes */
    }
    if (threadIdx.x == 0)
        *count = before;
}

/* -------------------------------------------------------- places in a tile */

/* The first warp. Each part's count becomes the sum of those before it; returns
 * the sum of all. */
DEVICE uint32_t scan_parts(uint32_t *part)
{
    uint32_t before = 0;

    for (int first = 0; first < PARTS; first += WARP) {
        const int p = first + lane_of_thread();
        const uint32_t own = p < PARTS ? part[p] : 0;
        const uint32_t upto = add_lanes_below(own);
        if (p < PARTS)
            part[p] = before + upto - own;
        before += __shfl_sync(ALL_LANES, upto, WARP - 1);
    }
    return before;
}

/* Of a vote for each row, part[] gets what is kept in the tile before each
 * part. The first warp gets what is kept of the tile. */
DEVICE uint32_t place_parts(const uint32_t *kept, uint32_t *part)
{
    const int warp = (int)threadIdx.x / WARP;
    uint32_t all = 0;

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (lane_of_thread() == 0)
            part[row * WARPS + warp] = (uint32_t)__popc(kept[row]);
    __syncthreads(); /* [4] all parts are counted */
    if (warp == 0)
        all = scan_parts(part);
    __syncthreads(); /* [5] and scanned */
    return all;
}

/* Votes on all elements of this block's tile: kept[row] has a bit for each lane
 * of the warp. */
DEVICE void vote_on_tile(const T *in, uint64_t n, uint32_t *kept,
                         uint32_t *part)
{
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        kept[row] = vote(in, n, first + row * BLOCK);
    place_parts(kept, part);
}

/* What is kept of the tile before this thread's element of a row. */
DEVICE uint32_t kept_before(const uint32_t *kept, const uint32_t *part, int row)
{
    const uint32_t below = (1u << lane_of_thread()) - 1;

    return part[row * WARPS + (int)threadIdx.x / WARP] +
           (uint32_t)__popc(kept[row] & below);
}

#endif
