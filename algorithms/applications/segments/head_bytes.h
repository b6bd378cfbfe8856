/* head_bytes.h - bits from bytes, by a warp. Every byte except 0 is a head.
 *
 *     bytes   0 1 0 0 0 0 0 0 1 0 0 9 0 0 0 1      16 for each lane
 *     bits    0x8902
 */
#ifndef HEAD_BYTES_H
#define HEAD_BYTES_H

#include "gpu.h"

enum { SIXTEEN = 16 }; /* bytes per lane at a time */

/* A bit for each of four bytes that is not 0. */
DEVICE uint32_t bits_of_four(uint32_t bytes)
{
    const uint32_t low = 0x7f7f7f7fu;
    const uint32_t top = (((bytes & low) + low) | bytes) & ~low;

    return top * 0x00204081u >> 28; /* gathers bits 7, 15, 23 and 31 */
}

DEVICE uint16_t bits_of_sixteen(uint4 bytes)
{
    return (uint16_t)(bits_of_four(bytes.w) << 12 | bits_of_four(bytes.z) << 8 |
                      bits_of_four(bytes.y) << 4 | bits_of_four(bytes.x));
}

#endif
