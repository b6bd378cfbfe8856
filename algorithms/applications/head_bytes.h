/* head_bytes.h - bits of bytes in shared memory, by a warp. Any byte but 0 is a
 * head.
 *
 *     bytes   0 1 0 0 0 0 0 0 | 1 0 0 9 0 0 0 1      8 for each lane
 *     bits    0x02            | 0x89
 */
#ifndef HEAD_BYTES_H
#define HEAD_BYTES_H

#include "gpu.h"

enum {
    EIGHT = 8,    /* bytes of a lane at a time */
    IN_FLIGHT = 4 /* times as many that it reads before it looks at the first */
};

/* A bit for each of four bytes that is not 0. */
DEVICE uint32_t bits_of_four(uint32_t bytes)
{
    const uint32_t low = 0x7f7f7f7fu;
    const uint32_t top = (((bytes & low) + low) | bytes) & ~low;

    return top * 0x00204081u >> 28; /* bits 7, 15, 23, 31 come together */
}

/* Of the k-th eight bytes, which begin `past` bytes from there. What they share
 * a word with is read, too. */
DEVICE uint8_t bits_of_eight(const uint8_t *bytes, uint32_t past, uint32_t k)
{
    uint32_t low, high;

    if (past % EIGHT == 0) {
        const uint2 both = *(const uint2 *)(bytes + past + k * EIGHT);
        low = both.x;
        high = both.y;
    } else {
        const uint32_t *const word =
            (const uint32_t *)(bytes + (past & ~3u) + k * EIGHT);
        low = __funnelshift_r(word[0], word[1], 8 * (past % 4));
        high = __funnelshift_r(word[1], word[2], 8 * (past % 4));
    }
    return (uint8_t)(bits_of_four(high) << 4 | bits_of_four(low));
}

/* Called by all lanes of a warp: of `count` bytes, a multiple of WARP. */
DEVICE void make_bits(uint32_t *bits, const uint8_t *bytes, uint32_t past,
                      uint32_t count)
{
    const uint32_t eights = count / EIGHT;

    for (uint32_t k = (uint32_t)lane_of_thread(); k < eights;
         k += IN_FLIGHT * WARP) {
        uint8_t some[IN_FLIGHT];
        UNROLLED
        for (int r = 0; r < IN_FLIGHT; r++)
            if (k + r * WARP < eights)
                some[r] = bits_of_eight(bytes, past, k + r * WARP);
        UNROLLED
        for (int r = 0; r < IN_FLIGHT; r++)
            if (k + r * WARP < eights)
                ((uint8_t *)bits)[k + r * WARP] = some[r];
    }
}

#endif
