/* head_bits.h - where segments begin, as bits: 1 is a head.
 *
 * One ballot of a warp gives a bit for each lane, and a lane takes in the lane
 * `stride` places to its left unless there is a head in between, or at its own
 * place:
 *
 *     lane       0  1  2  3  4  5  6  7
 *     has_head   1  0  0  1  0  0  0  0
 *     reach      0  1  2  0  1  2  3  4      take in while stride <= reach
 *
 * So no flag is shuffled.
 * Source: Sengupta, Harris, Garland, NVR-2008-003 (reach).
 */
#ifndef HEAD_BITS_H
#define HEAD_BITS_H

#include "gpu.h"

/* Bits 0 to k. */
DEVICE uint32_t bits_up_to(int k)
{
    return ALL_LANES >> (WARP - 1 - k);
}

/* The last bit that is set; 0 if there is none. */
DEVICE int last_bit(uint32_t bits)
{
    return bits ? WARP - 1 - __clz((int)bits) : 0;
}

/* Is a lane below this one among `lanes`? */
DEVICE bool is_below(uint32_t lanes)
{
    const int lane = lane_of_thread();

    return lane > 0 && (lanes & bits_up_to(lane - 1)) != 0;
}

/* Called by all lanes of a warp: each x becomes the fold since the last head
 * up to this lane. */
DEVICE T scan_warp_segments(T x, uint32_t heads)
{
    const int lane = lane_of_thread();
    const int reach = lane - last_bit(heads & bits_up_to(lane));

    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(x, stride);
        if (stride <= reach)
            x = op(left, x);
    }
    return x;
}

#endif
