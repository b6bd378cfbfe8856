/* segments_one_pass.h - a segmented scan in one pass: tiles look back for
 * what comes before their first head.
 *
 *     tile        0         1         2         3       sums, tiles of 4
 *     in        1 2 3 4 | 5 6 7 8 | 1 1 1 1 | 1 1 2 2
 *     flags     1 0 0 1 | 0 0 0 0 | 0 0 1 0 | 0 0 0 0
 *     leaves      4         26        2         6
 *     publishes   P 4       A 26      P 2       A 6     immediately
 *     looks at    nothing   P 4       A 26,     P 2
 *                                     P 4
 *     then                  P 30                P 8
 *
 * Tiles look back as in algorithms/lookback, with the same words: a state, A or
 * P, and a value. Nothing more is published, since a head cuts off all that
 * comes before it. In a tile with a head, the fold since the last head is its
 * prefix, P, whatever comes before: it is published as soon as the tile is
 * reduced, and every look-back ends there. A tile that begins with a head, such
 * as tile 0, does not look back. So the length of a chain is the number of
 * tiles in a segment, and tiles of short segments wait only for their
 * predecessor.
 *
 * A tile stays in registers from its load to its store, so that n elements
 * are read and n written. The look-back runs between the two barriers that the
 * scan of the tile needs anyway.
 *
 * Included after segments.h. Sources: those of lookback, and the scan of pairs
 * in segmented_scan/README.md.
 */
#ifndef SEGMENTS_ONE_PASS_H
#define SEGMENTS_ONE_PASS_H

#define PACKED      1 /* state and value in one word: no fences */
#define PREDECESSOR 0 /* a window takes one access, as one tile does */
#include "lookback/look_back.h"

/* What the threads of a block share. */
struct one_pass {
    struct left left;
    struct window window;
    uint32_t ticket;
};

/* Blocks take tiles in the order in which they start, so that the tiles that
 * a block waits for have started. After the last tile the counter is 0. */
DEVICE void take_ticket(uint32_t *counter, struct one_pass *shared)
{
    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        shared->ticket = atomicInc(counter, gridDim.x - 1);
}

/* Called by warp 0: publishes the tile's result as early as possible, and finds
 * the tile's prefix, unless the tile begins with a head. */
DEVICE void join_tiles(const struct descriptors *tiles, uint32_t tile,
                       bool begins, struct one_pass *shared)
{
    struct left *const left = &shared->left;
    const bool is_last = tile == gridDim.x - 1; /* no tile comes after it */
    uint32_t heads;
    const T upto = scan_warp_totals(left, &heads);
    const bool has_head = (heads & bits_up_to(WARPS - 1)) != 0;
    const bool speaks = lane_of_thread() == WARPS - 1; /* it has the total */

    if (speaks && !is_last)
        publish(tiles, tile, has_head ? P : A, upto);
    if (!begins) {
        const T before = look_back_by_warp(tiles, tile, &shared->window);
        if (lane_of_thread() == 0)
            left->front[0] = before;
    }
    __syncwarp(); /* [12] all lanes wait for lane 0 */
    put_fronts(left, upto, heads);
    if (speaks && !is_last && !has_head)
        publish(tiles, tile, P, left->front[WARPS]);
}

/* Scans this block's tile, whose elements are in `mine`. */
DEVICE void scan_mine_in_one_pass(T mine[M], uint32_t heads,
                                  const struct descriptors *tiles,
                                  struct one_pass *shared)
{
    const uint32_t of_warp = __ballot_sync(ALL_LANES, heads != 0);
    const bool begins = __shfl_sync(ALL_LANES, heads & 1, 0);

    scan_own_segments(mine, heads);
    const T left = leave_warp(mine[M - 1], of_warp, &shared->left);
    __syncthreads(); /* [10] warp 0 waits for the results of all warps */
    if (threadIdx.x < WARP)
        join_tiles(tiles, shared->ticket, begins, shared);
    __syncthreads(); /* [11] all warps wait for their prefixes */
    const T before =
        front_of_thread(left, of_warp, !(heads & 1), &shared->left);
    distribute_segments(mine, heads, before, EXCLUSIVE);
}

#endif
