/* board.h - look-ahead: the aggregates of all tiles, for all blocks to read.
 *
 * An aggregate travels in 8-byte words, {launch number, 4 bytes of it}:
 * a lane that reads the number of this launch has read the value too. So no
 * fence is needed, and nothing has to be cleared before the next launch.
 *
 * A lane reads the aggregates of AHEAD neighbours, and the lanes of a warp
 * should read words side by side. So a row of the board has a slot for each
 * lane, and neighbours are in rows one below another:
 *
 *     slot        0       1       2             31
 *     row 0     | 0     | 5     | 10    | ... | 155 |      of tile ...
 *     row 1     | 1     | 6     | 11    | ... | 156 |
 *     ...
 *     row 4     | 4     | 9     | 14    | ... | 159 |
 *
 * In a row, two words of an aggregate are side by side, to be read together;
 * the next two come after the first two of all other slots.
 *
 * A scan publishes folds of tiles. An includer that publishes something else
 * (counts; a fold and whether a segment begins in it) defines, before it
 * includes this,
 *
 *     AGGREGATE       its type: 4-byte words, none of them a gap
 *     JOIN(a, b)      joins two neighbours; it need not commute
 *     NO_AGGREGATE    that of no tiles; JOIN is never applied to it
 *     AGGREGATE_BITS  the lowest bits of its last word, if only these count.
 *                     They travel beside the launch number, so that word is
 *                     not sent
 */
#ifndef LOOKAHEAD_BOARD_H
#define LOOKAHEAD_BOARD_H

#include "gpu.h"
#include "lookahead/shape.h"

#ifndef AGGREGATE
#define AGGREGATE    T
#define JOIN(a, b)   op(a, b)
#define NO_AGGREGATE identity()
#endif
#ifndef AGGREGATE_BITS
#define AGGREGATE_BITS 0
#endif

enum {
    AGGREGATE_WORDS = sizeof(AGGREGATE) / 4 - (AGGREGATE_BITS > 0), /* sent */
    PAIR = AGGREGATE_WORDS % 2 ? 1 : 2
};

struct board {
    uint64_t *words; /* launch number, 4 bytes of an aggregate */
    uint32_t launch;
};

enum { ROW_WORDS = WARP * AGGREGATE_WORDS };

/* The first word of a slot. */
DEVICE uint64_t *slot_of(const struct board *board, uint32_t row, uint32_t slot)
{
    return board->words + (uint64_t)row * ROW_WORDS + slot * PAIR;
}

/* The distance from a slot's first word to its k-th. */
DEVICE int word_at(int k)
{
    return k / PAIR * PAIR * WARP + k % PAIR;
}

/* Called by one thread: publishes the aggregate of a tile, which is numbered
 * from the first tile of `row`. */
DEVICE void publish(const struct board *board, uint32_t row, uint32_t tile,
                    AGGREGATE x)
{
    volatile uint64_t *const slot = /* all see it immediately */
        slot_of(board, row + tile % AHEAD, tile / AHEAD);
    const uint32_t *const word = (const uint32_t *)&x;
    uint32_t tag = board->launch << AGGREGATE_BITS;

    if (AGGREGATE_BITS > 0)
        tag |= word[AGGREGATE_WORDS];
    for (int k = 0; k < AGGREGATE_WORDS; k++)
        slot[word_at(k)] = (uint64_t)tag << 32 | word[k];
}

/* The words of a slot, as they are now. */
DEVICE void look(const uint64_t *slot, uint64_t words[AGGREGATE_WORDS])
{
    for (int k = 0; k < AGGREGATE_WORDS; k += PAIR)
        if (PAIR == 2)
            observe_16_bytes(slot + word_at(k), &words[k]);
        else
            words[k] = *(const volatile uint64_t *)(slot + word_at(k));
}

/* Decodes the aggregate; false unless all words have this launch's number. */
DEVICE bool decode(const struct board *board,
                   const uint64_t words[AGGREGATE_WORDS], AGGREGATE *x)
{
    uint32_t *const word = (uint32_t *)x;
    bool there = true;

    for (int k = 0; k < AGGREGATE_WORDS; k++) {
        there &= (uint32_t)(words[k] >> 32) >> AGGREGATE_BITS == board->launch;
        word[k] = (uint32_t)words[k];
    }
    if (AGGREGATE_BITS > 0)
        word[AGGREGATE_WORDS] =
            (uint32_t)(words[0] >> 32) & ((1u << AGGREGATE_BITS) - 1);
    return there;
}

/* Waits for this lane's aggregates in rows begin to end - 1, out of AHEAD rows.
 */
DEVICE void wait_for_some(const struct board *board, uint32_t row, int begin,
                          int end, AGGREGATE x[AHEAD])
{
    const uint64_t *const slot =
        slot_of(board, row, (uint32_t)lane_of_thread());
    bool missing[AHEAD], waits = begin < end;

    for (int k = 0; k < AHEAD; k++)
        missing[k] = k >= begin && k < end;
    while (waits) { /* all loads are in flight before the first is used */
        uint64_t words[AHEAD][AGGREGATE_WORDS];
        for (int k = 0; k < AHEAD; k++)
            if (missing[k])
                look(slot + k * ROW_WORDS, words[k]);
        waits = false;
        for (int k = 0; k < AHEAD; k++) {
            if (missing[k])
                missing[k] = !decode(board, words[k], &x[k]);
            waits |= missing[k];
        }
    }
}

/* Waits for the first `count` aggregates, at most AHEAD. */
DEVICE void wait_for_tiles(const struct board *board, uint32_t row, int count,
                           AGGREGATE x[AHEAD])
{
    wait_for_some(board, row, 0, count, x);
}

/* Like shuffle_up() and shuffle_from() of gpu.h, for all lanes of a warp. */
DEVICE AGGREGATE aggregate_up(AGGREGATE x, int delta)
{
    AGGREGATE r = x;

    for (int k = 0; k < AGGREGATE_WORDS; k++)
        ((uint32_t *)&r)[k] = __shfl_up_sync(
            ALL_LANES, ((const uint32_t *)&x)[k], (unsigned)delta);
    return r;
}

DEVICE AGGREGATE aggregate_from(AGGREGATE x, int lane)
{
    AGGREGATE r = x;

    for (int k = 0; k < AGGREGATE_WORDS; k++)
        ((uint32_t *)&r)[k] =
            __shfl_sync(ALL_LANES, ((const uint32_t *)&x)[k], lane);
    return r;
}

/* The inclusive scan over the first `lanes` lanes. */
DEVICE AGGREGATE scan_warp(AGGREGATE x, int lanes)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        const AGGREGATE left = aggregate_up(x, stride);
        if (lane_of_thread() >= stride && lane_of_thread() < lanes)
            x = JOIN(left, x);
    }
    return x;
}

#endif
