/* carries.h - how a block scans the sums of its threads, with ends of rows in
 * between: shared by both forms of spmv.
 *
 * A thread leaves its fold since its last head (the beginning of a row), and
 * whether it has a head. All that comes before a head is discarded:
 *
 *     leaves     3    4    5    1
 *     is_head    1    0    1    0
 *     before     -    3    7    5
 *
 * segmented_scan does the same (applications/segments/segments.h).
 *
 * Included after tile_scan.h, for WARPS.
 */
#ifndef SPMV_CARRIES_H
#define SPMV_CARRIES_H

#include "applications/segments/segments.h"

/* Takes a thread's fold and head; returns the thread's prefix, if `is_needed`.
 * Precondition: thread 0 has written front[0], unless it has a head. */
DEVICE T scan_block_segments(T x, bool is_head, bool is_needed,
                             struct left *left)
{
    const uint32_t heads = __ballot_sync(ALL_LANES, is_head);
    const T to_the_left = leave_warp(x, heads, left);

    __syncthreads(); /* [1] warp 0 waits for the totals of all warps */
    if (threadIdx.x < WARP) {
        uint32_t of_warps;
        const T upto = scan_warp_totals(left, &of_warps);
        put_fronts(left, upto, of_warps);
    }
    __syncthreads(); /* [2] all warps wait for warp 0 */
    return front_of_thread(to_the_left, heads, is_needed, left);
}

#endif
