/* packed.h - the interval monoid without a table: for code that cannot call the
 * host. NVRTC compiles it for kernels, and the host's compiler compiles it as
 * part of packed_check.c.
 *
 * A handle is a range of positions of 16 bits each, so there are at most 65535
 * positions; it is scrambled, so that its bits reveal nothing to a kernel. A
 * handle that is not a range has its halves swapped, low > high:
 *
 *     low = high + 1    special values: nothing, overlap, garbage
 *     low > high + 1    broken: the positions between high and low are missing
 *
 *     op([0,3], [4,7]) = [0,7]
 *     op([0,3], [6,7]) = (6,3): 4 and 5 are missing
 *
 * Unlike the host's table, it does not record the network, the depth or the
 * number of ops.
 */
#ifndef PACKED_H
#define PACKED_H

#ifdef __CUDACC__
#define PACKED_CODE static __device__ __forceinline__
#else
#define PACKED_CODE static inline
#endif

enum { MAX_PACKED = 65535 }; /* positions */

/* low << 16 | high */
#define PACKED_NOTHING 0x00010000u /* the identity */
#define PACKED_OVERLAP 0x00020001u /* broken: swapped, or counted twice */

/* Two odd numbers whose product is 1 modulo 2^32. */
#define PACKED_MIX   0x9e3779b1u
#define PACKED_UNMIX 0x0e8b2f51u

PACKED_CODE unsigned packed_scramble(unsigned range)
{
    const unsigned mixed = (range ^ 0x5bd1e995u) * PACKED_MIX;
    return mixed ^ mixed >> 16;
}

PACKED_CODE unsigned packed_range(unsigned handle)
{
    const unsigned mixed = handle ^ handle >> 16;
    return mixed * PACKED_UNMIX ^ 0x5bd1e995u;
}

PACKED_CODE unsigned packed_low(unsigned range)
{
    return range >> 16;
}

PACKED_CODE unsigned packed_high(unsigned range)
{
    return range & 0xffffu;
}

PACKED_CODE int packed_is_broken(unsigned range)
{
    return packed_low(range) > packed_high(range) && range != PACKED_NOTHING;
}

PACKED_CODE unsigned packed_join(unsigned a, unsigned b)
{
    if (a == PACKED_NOTHING || packed_is_broken(b))
        return packed_is_broken(a) ? a : b;
    if (b == PACKED_NOTHING || packed_is_broken(a))
        return a;
    if (packed_high(a) + 1 == packed_low(b))
        return packed_low(a) << 16 | packed_high(b);
    if (packed_high(a) < packed_low(b)) /* a gap */
        return packed_low(b) << 16 | packed_high(a);
    return PACKED_OVERLAP;
}

/* The layout of algorithms/elements/monoids/interval.h. */
PACKED_CODE void packed_fill(unsigned *opaque, int words, unsigned handle)
{
    opaque[0] = handle;
    for (int k = 1; k < words; k++)
        opaque[k] = handle << 4 * k | handle >> (32 - 4 * k);
}

PACKED_CODE int packed_is_whole(const unsigned *opaque, int words)
{
    for (int k = 1; k < words; k++)
        if (opaque[k] != (opaque[0] << 4 * k | opaque[0] >> (32 - 4 * k)))
            return 0;
    return 1;
}

/* A torn element is recognised by its padding, as are results made from it. */
PACKED_CODE void packed_join_words(const unsigned *a, const unsigned *b,
                                   unsigned *r, int words)
{
    const int whole = packed_is_whole(a, words) && packed_is_whole(b, words);
    packed_fill(
        r, words,
        packed_scramble(packed_join(packed_range(a[0]), packed_range(b[0]))));
    if (!whole)
        r[words - 1] ^= 1;
}

#ifdef __CUDACC__
/* The functions that algorithms/elements/monoids/interval.h needs. */
extern "C" {
__device__ unsigned interval_op(unsigned a, unsigned b)
{
    return packed_scramble(packed_join(packed_range(a), packed_range(b)));
}

__device__ unsigned interval_identity(void)
{
    return packed_scramble(PACKED_NOTHING);
}

__device__ void interval_fill(unsigned *opaque, int words, unsigned handle)
{
    packed_fill(opaque, words, handle);
}

__device__ void interval_join(const unsigned *a, const unsigned *b, unsigned *r,
                              int words)
{
    packed_join_words(a, b, r, words);
}
}
#endif

#endif
