/* carries.h - how a block scans what its threads leave, where rows end in
 * between: what both forms of spmv share.
 *
 * A thread leaves the fold since its last head, a head being where a row
 * begins, and whether it has one. What comes before a head is forgotten:
 *
 *     leaves     3    4    5    1
 *     is_head    1    0    1    0
 *     before     -    3    7    5
 *
 * It is segmented_scan's way (applications/segments.h).
 *
 * After tile_scan.h, for WARPS.
 */
#ifndef SPMV_CARRIES_H
#define SPMV_CARRIES_H

#include "applications/segments.h"

/* Takes what a thread leaves; returns what comes before it, if `is_needed`.
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

/* One block scans what all tiles leave, in place. Precondition: tile 0 has a
 * head. */
__global__ void __launch_bounds__(BLOCK)
    scan_carries(T *carries, const uint8_t *heads, uint64_t tiles)
{
    __shared__ struct left left;

    for (uint64_t first = 0; first < tiles; first += BLOCK) {
        const uint64_t i = first + threadIdx.x;
        const bool is_head = i < tiles ? heads[i] != 0 : true;
        T own = i < tiles ? carries[i] : identity();
        const T before = scan_block_segments(own, is_head, !is_head, &left);
        if (i < tiles && !is_head)
            carries[i] = op(before, own);
        const T all = left.front[WARPS];
        __syncthreads(); /* [3] all have read before the next round writes */
        if (threadIdx.x == 0)
            left.front[0] = all;
    }
}

#endif
