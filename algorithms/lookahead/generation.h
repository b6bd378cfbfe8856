/* generation.h - look-ahead: what a warp reads of a generation.
 *
 *     tiles      0 1 2 3 4 | 5 6 7 8 9 | ...      AHEAD per lane
 *     lanes      0..4        5..9                 each reduces its own
 *     warp       0..4        0..9        ...      a scan of the lanes' totals
 *
 * That scan gives the total of the generation, and the fold of its tiles before
 * this block's.
 */
#ifndef LOOKAHEAD_GENERATION_H
#define LOOKAHEAD_GENERATION_H

/* The first row of a generation on the board, for a copy and a round. A warp
 * reads ROUND aggregates in a round. */
DEVICE uint32_t row_of(uint32_t generation, uint32_t copy, uint32_t round)
{
    const uint32_t rounds = (gridDim.x + ROUND - 1) / ROUND;

    return ((generation * BOARD_COPIES + copy) * rounds + round) * AHEAD;
}

DEVICE void publish_tile(const struct board *board, uint32_t generation,
                         AGGREGATE x)
{
    for (uint32_t copy = 0; copy < BOARD_COPIES; copy++)
        publish(board, row_of(generation, copy, blockIdx.x / ROUND),
                blockIdx.x % ROUND, x);
}

/* What a warp has read of a generation. */
struct seen {
    AGGREGATE all;    /* its total */
    AGGREGATE before; /* total of the tiles before this block's */
};

/* Reads one round of a generation of `tiles` tiles; the round begins at
 * `begin`. An includer that joins tiles differently defines OWN_LOOK_AT_ROUND,
 * and later this function. */
DEVICE struct seen look_at_round(const struct board *board, uint32_t generation,
                                 uint32_t begin, uint32_t tiles);

#ifndef OWN_LOOK_AT_ROUND
DEVICE struct seen look_at_round(const struct board *board, uint32_t generation,
                                 uint32_t begin, uint32_t tiles)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t first = begin + lane * AHEAD, me = blockIdx.x;
    const int left = (int)tiles - (int)first; /* below 1: none */
    const uint32_t here = tiles - begin;
    const int lanes = here < ROUND ? (int)((here + AHEAD - 1) / AHEAD) : WARP;
    AGGREGATE x[AHEAD], sum = NO_AGGREGATE;
    struct seen seen;

    wait_for_tiles(board, row_of(generation, me % BOARD_COPIES, begin / ROUND),
                   left < AHEAD ? left : AHEAD, x);
    seen.before = NO_AGGREGATE;
    for (int k = 0; k < AHEAD; k++) {
        if (first + (uint32_t)k == me)
            seen.before = sum;
        if (k < left)
            sum = k > 0 ? JOIN(sum, x[k]) : x[k];
    }
    const AGGREGATE upto = scan_warp(sum, lanes);
    const AGGREGATE front = aggregate_up(upto, 1);
    seen.all = aggregate_from(upto, lanes - 1);
    /* In the lane that has this block's tile: take in all lanes before it. */
    if (lane > 0 && first <= me && me - first < AHEAD)
        seen.before = first < me ? JOIN(front, seen.before) : front;
    const uint32_t at = me < begin ? 0 : (me - begin) / AHEAD;
    seen.before = aggregate_from(seen.before, at < WARP ? (int)at : WARP - 1);
    return seen;
}
#endif

/* With more blocks than a round can read, this takes several rounds. On an
 * H200, a scan of 16-byte elements is 4 % faster if the first round has code of
 * its own; a kernel whose warps run much other code leaves it to the loop. */
#ifndef FIRST_ROUND_APART
#define FIRST_ROUND_APART 0
#endif

DEVICE struct seen look_at_generation(const struct board *board,
                                      uint32_t generation, uint32_t tiles)
{
    struct seen seen;
    uint32_t begin = 0;

    if (FIRST_ROUND_APART) {
        seen = look_at_round(board, generation, 0, tiles);
        begin = ROUND;
    }
    ROLLED
    for (; begin < tiles; begin += ROUND) {
        const struct seen more = look_at_round(board, generation, begin, tiles);
        if (!FIRST_ROUND_APART && begin == 0) {
            seen = more;
            continue;
        }
        if (blockIdx.x >= begin)
            seen.before =
                blockIdx.x == begin ? seen.all : JOIN(seen.all, more.before);
        seen.all = JOIN(seen.all, more.all);
    }
    return seen;
}

#endif
