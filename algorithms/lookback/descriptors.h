/* descriptors.h - look-back: how tiles communicate.
 *
 * A tile's descriptor is a flag (X, A or P) and the value that it announces.
 * A flag carries the number of its launch, so a flag left by an earlier launch
 * reads as X, and nothing has to be cleared.
 *
 *     arrays   flags       | A | X | ...     a value is written, then a fence,
 *              aggregates  | 7 |   | ...     then its flag; it is read after a
 *              prefixes    |   |   | ...     fence after its flag
 *     packed   words       |A 7|X  | ...     flag and value in one access, so
 *                                            no fences
 *
 *     publish     a tile's A or P, by one thread
 *     look_at     a tile's descriptor as it is now; several can be in flight
 *     state_of    X, A or P, according to that look
 *     value_of    the value that an A or P announces
 */
#ifndef LOOKBACK_DESCRIPTORS_H
#define LOOKBACK_DESCRIPTORS_H

#include "gpu.h"

#ifndef PACKED
#define PACKED 0 /* 1: flag and value in one word, so no fences */
#endif

enum state { X, A, P };

#if PACKED
/* A tile has 8-byte words, {launch * 4 + state, 4 bytes of a value}.
 * A thread that reads the state has read the value too, in one access. */
struct descriptors {
    volatile uint64_t *words;
    uint32_t launch;
};

DEVICE void publish(const struct descriptors *tiles, uint32_t tile,
                    uint32_t state, T value)
{
    const uint64_t tag = tiles->launch * 4 + state;

    for (int k = 0; k < WORDS_OF_T; k++)
        tiles->words[(uint64_t)tile * WORDS_OF_T + k] =
            tag << 32 | word_of(&value, k);
    TRACE_PUBLISH(tile, state, value);
}

/* What a descriptor holds now. */
struct look {
    uint64_t word[WORDS_OF_T];
};

DEVICE struct look look_at(const struct descriptors *tiles, uint32_t tile)
{
    struct look look;

    for (int k = 0; k < WORDS_OF_T; k++)
        look.word[k] = tiles->words[(uint64_t)tile * WORDS_OF_T + k];
    return look;
}

/* X until all words of the value have the same state, of this launch. */
DEVICE uint32_t state_of(const struct descriptors *tiles, uint32_t tile,
                         struct look look)
{
    const uint32_t state = (uint32_t)(look.word[0] >> 32) - tiles->launch * 4;
    bool whole = state <= P;

    for (int k = 1; k < WORDS_OF_T; k++)
        whole &= look.word[k] >> 32 == look.word[0] >> 32;
    TRACE_LOOK(tile, whole ? state : X);
    return whole ? state : X;
}

/* The value that a look has found together with an A or P. */
DEVICE T value_of(const struct descriptors *tiles, uint32_t tile,
                  uint32_t state, struct look look)
{
    T value;

    (void)tiles, (void)tile, (void)state;
    for (int k = 0; k < WORDS_OF_T; k++)
        ((uint32_t *)&value)[k] = (uint32_t)look.word[k];
    return value;
}
#else
/* A flag, an aggregate and a prefix per tile, in global memory. */
struct descriptors {
    volatile uint32_t *flags; /* launch * 4 + state */
    T *aggregates, *prefixes;
    uint32_t launch;
};

/* The value first, then the flag that announces it. */
DEVICE void publish(const struct descriptors *tiles, uint32_t tile,
                    uint32_t state, T value)
{
    if (state == P)
        tiles->prefixes[tile] = value;
    else
        tiles->aggregates[tile] = value;
    __threadfence(); /* [1] no block sees the flag before the value */
    tiles->flags[tile] = tiles->launch * 4 + state;
    TRACE_PUBLISH(tile, state, value);
}

/* A descriptor's flag as it is now. */
struct look {
    uint32_t flag;
};

DEVICE struct look look_at(const struct descriptors *tiles, uint32_t tile)
{
    struct look look;

    look.flag = tiles->flags[tile];
    return look;
}

/* A flag left by an earlier launch reads as X. */
DEVICE uint32_t state_of(const struct descriptors *tiles, uint32_t tile,
                         struct look look)
{
    const uint32_t state = look.flag - tiles->launch * 4;

    TRACE_LOOK(tile, state);
    return state <= P ? state : X;
}

/* The value that an observed flag, A or P, has announced. */
DEVICE T value_of(const struct descriptors *tiles, uint32_t tile,
                  uint32_t state, struct look look)
{
    (void)look;
    __threadfence(); /* [2] the value is not read before the flag was:
                        an older value may still be in a cache */
    return state == P ? tiles->prefixes[tile] : tiles->aggregates[tile];
}
#endif

#endif
