/* segments.h - how a block scans a tile with heads: shared by the
 * segmented scans and spmv.
 *
 * A thread needs one bit for each of its elements: is it a head? head_bits.h
 * shows how a warp joins its lanes with such bits.
 *
 * The steps are those of tile_scan.h, and each stops at a head:
 *
 *     scan_own_segments       each thread scans its own elements
 *     leave_warp              each warp scans its threads' totals; its own
 *                             total goes to shared memory
 *     scan_warp_totals        warp 0 scans these, after a barrier
 *     put_fronts              the same warp, when the tile's prefix is known
 *     front_of_thread         after another barrier
 *     distribute_segments     to all elements before the thread's first head
 *
 * Two choices make all edge tests unnecessary: element 0 is a head, so nothing
 * is missing before the first thread; and after the last element each filler is
 * a head, so no op is applied to it.
 *
 * Included after tile_scan.h, for its M and its WARPS.
 */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include "applications/segments/head_bits.h"

/* The warps' results, in shared memory: each is the fold since the last head.
 * front[w] becomes the prefix of warp w; front[WARPS], the result of the whole
 * tile. */
struct left {
    T front[WARPS + 1];
    bool has_head[WARPS];
};

/* --------------------------------------------------------------------- bits */

/* This lane's bits, from the bits of a warp's elements, 32 in each word. */
DEVICE uint32_t bits_of_lane(uint32_t low, uint32_t high)
{
    const uint64_t both = (uint64_t)high << WARP | low;

    return (uint32_t)(both >> lane_of_thread() * M % WARP) & bits_up_to(M - 1);
}

/* -------------------------------------------------------- threads and warps */

/* Bit i of `heads`: the thread's own element i is a head. */
DEVICE void scan_own_segments(T mine[M], uint32_t heads)
{
    for (int i = 1; i < M; i++)
        if (!(heads >> i & 1))
            mine[i] = op(mine[i - 1], mine[i]);
}

/* Takes a thread's fold since its last head, and which lanes have a head.
 * Returns, for the lanes to the left, the fold since their last head. */
DEVICE T leave_warp(T total, uint32_t heads, struct left *tile)
{
    const int warp = (int)threadIdx.x / WARP;
    const T upto = scan_warp_segments(total, heads);

    if (lane_of_thread() == WARP - 1) {
        tile->front[warp + 1] = upto;
        tile->has_head[warp] = heads != 0;
    }
    return shuffle_up(upto, 1);
}

/* ---------------------------------------------------------------- the block */

/* Called by warp 0. Lane w gets, for the warps up to w, the fold since their
 * last head; *heads becomes the warps that have a head. */
DEVICE T scan_warp_totals(const struct left *tile, uint32_t *heads)
{
    const int lane = lane_of_thread();
    const bool part = lane < WARPS;

    *heads = __ballot_sync(ALL_LANES, part ? tile->has_head[lane] : true);
    return scan_warp_segments(part ? tile->front[lane + 1] : identity(),
                              *heads);
}

/* Called by warp 0, with the results of scan_warp_totals(): joins front[0],
 * which comes before the tile, with all warps up to the first head. */
DEVICE void put_fronts(struct left *tile, T upto, uint32_t heads)
{
    const int lane = lane_of_thread();

    if (lane < WARPS)
        tile->front[lane + 1] =
            heads & bits_up_to(lane) ? upto : op(tile->front[0], upto);
}

/* For all that comes before this thread, the fold since the last head, if
 * `is_needed`, that is, if its element 0 is not a head. `to_the_left` is the
 * result of leave_warp(). */
DEVICE T front_of_thread(T to_the_left, uint32_t heads, bool is_needed,
                         const struct left *tile)
{
    const int lane = lane_of_thread(), warp = (int)threadIdx.x / WARP;

    if (!is_needed || (lane > 0 && heads & bits_up_to(lane - 1)))
        return to_the_left;
    return lane == 0 ? tile->front[warp] : op(tile->front[warp], to_the_left);
}

/* Joins `front` with each of the thread's elements up to its first head.
 * Exclusive: an element becomes its exclusive prefix, a head the identity. */
DEVICE void distribute_segments(T mine[M], uint32_t heads, T front,
                                bool exclusive)
{
    if (exclusive)
        for (int i = M - 1; i >= 0; i--) {
            const bool is_before = !(heads & bits_up_to(i));
            if (heads >> i & 1)
                mine[i] = identity();
            else if (i == 0)
                mine[i] = front;
            else
                mine[i] = is_before ? op(front, mine[i - 1]) : mine[i - 1];
        }
    else
        for (int i = 0; i < M; i++)
            if (!(heads & bits_up_to(i)))
                mine[i] = op(front, mine[i]);
}

#endif
