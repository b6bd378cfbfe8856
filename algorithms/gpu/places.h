/* places.h - how many marked elements come before each one in a tile.
 *
 *     marked    1 1 0 1 | 1 0 0 1
 *     before    0 1 2 2 | 3 4 4 4
 *
 * A tile is ITEMS rows of BLOCK elements, and neighbouring threads read
 * neighbouring elements. A row of a warp is a part: its 32 marks are one
 * vote, so an element's place in its part is the count of set bits below its
 * own. The parts' counts are scanned by the first warp.
 *
 *     row 0   | warp 0: part 0 | warp 1: part 1 | ...
 *     row 1   | warp 0: part W | ...
 *
 * Included after gpu.h (filter, partition2: kept elements; rle: heads).
 */
#ifndef PLACES_H
#define PLACES_H

#include "lanes.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif

enum { WARPS = BLOCK / WARP, TILE = BLOCK * ITEMS, PARTS = ITEMS * WARPS };

/* Number of elements of the tile that begins at `begin`. */
DEVICE uint32_t count_from(uint64_t begin, uint64_t end)
{
    return end - begin < TILE ? (uint32_t)(end - begin) : TILE;
}

/* Called by the first warp: each part's count becomes the sum of the counts
 * before it; returns the sum of all. */
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

/* From a vote for each row, part[] gets the number of kept elements in the tile
 * before each part. The first warp gets the number in the whole tile. */
DEVICE uint32_t place_parts(const uint32_t *kept, uint32_t *part)
{
    const int warp = (int)threadIdx.x / WARP;
    uint32_t all = 0;

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (lane_of_thread() == 0)
            part[row * WARPS + warp] = (uint32_t)__popc(kept[row]);
    __syncthreads(); /* [4] all parts are counted */
    TRACE_PHASE(scan);
    if (warp == 0)
        all = scan_parts(part);
    __syncthreads(); /* [5] and scanned */
    return all;
}

/* How many elements are kept before this thread's element of a row. */
DEVICE uint32_t kept_before(const uint32_t *kept, const uint32_t *part, int row)
{
    const uint32_t below = (1u << lane_of_thread()) - 1;

    return part[row * WARPS + (int)threadIdx.x / WARP] +
           (uint32_t)__popc(kept[row] & below);
}

#endif
