/* digits.h - radix sort: the digits of a key, for cpu.c and kernel.cu.
 *
 *     key 0x2c5, BITS = 4     digits 5, c and 2: passes 0, 1 and 2
 *
 * The last digit has only the bits that remain of NUM_BITS. Included after
 * cpu.h or gpu.h.
 */
#ifndef RADIX_SORT_DIGITS_H
#define RADIX_SORT_DIGITS_H

#include "key.h"

#ifndef NUM_BITS
#define NUM_BITS 0
#endif
#ifndef BITS
#define BITS 8
#endif

enum {
    SORTED_BITS = NUM_BITS > 0 ? NUM_BITS : KEY_BITS,
    PASSES = (SORTED_BITS + BITS - 1) / BITS,
    RADIX = 1 << BITS
};

/* The bits of a key by which elements are sorted. */
DEVICE uint64_t sorted_key(T x)
{
    return key(x) & (~(uint64_t)0 >> (64 - SORTED_BITS));
}

/* The digit of a pass is the BITS bits that begin at bit `shift`. */
DEVICE uint32_t digit_at(uint64_t sorted, uint32_t shift)
{
#if defined __CUDA_ARCH__
    if (BITS == 8 && KEY_BITS <= 32) /* a byte, in one instruction */
        return __byte_perm((uint32_t)sorted, 0, 0x4440 + shift / 8);
#endif
    return (uint32_t)(sorted >> shift) & (RADIX - 1);
}

DEVICE uint32_t digit_of(T x, uint32_t shift)
{
    return digit_at(sorted_key(x), shift);
}

#endif
