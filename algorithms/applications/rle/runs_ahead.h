/* runs_ahead.h - runs in look-ahead's form: the strips that kept_ahead.h needs.
 *
 *     tile        0                     1
 *     strip       0         1           0         1
 *     in          7 7 7 1 | 1 1 5 5     5 5 5 5 | 5 2 2 2
 *     head        1 0 0 1   0 0 1 0     0 0 0 0   0 1 0 0
 *     word        2, 4      1, 3        0, 0      1, 2
 *     of tile     3, 7                  1, 6
 *     sum before  0, 0                  3, 7
 *
 * A word has two halves: the number of heads, and the place of the last one in
 * its strip or tile, counted from 1 (0: none). A sum holds the same two numbers
 * for all elements up to some place, 4 bytes each: with it a head finds the
 * previous head, wherever that is, and writes the distance to it.
 *
 * Nothing is moved in shared memory: a strip's heads are found twice, by the
 * warp that counts them and by the one that stores them. A strip's first
 * element is compared with the one before it in the ring; a tile's first
 * element, with the one before it, which is loaded along with the tile.
 */
#ifndef RUNS_AHEAD_H
#define RUNS_AHEAD_H

#define LEAD UNIT
#include "applications/compaction/kept_ahead.h"

enum { HALF = 16, LOW_HALF = (1 << HALF) - 1 }; /* of a word */

DEVICE uint32_t heads_word(uint32_t count, uint32_t last)
{
    return count | last << HALF;
}

DEVICE uint32_t count_in(uint32_t word)
{
    return word & LOW_HALF;
}

DEVICE uint32_t last_in(uint32_t word)
{
    return word >> HALF;
}

DEVICE uint64_t sum_of(uint32_t count, uint32_t last)
{
    return (uint64_t)count << 32 | last;
}

DEVICE uint32_t count_of(uint64_t sum)
{
    return (uint32_t)(sum >> 32);
}

DEVICE uint32_t last_of(uint64_t sum)
{
    return (uint32_t)sum;
}

DEVICE uint64_t join_sums(uint64_t left, uint64_t right)
{
    return sum_of(count_of(left) + count_of(right),
                  last_of(right) ? last_of(right) : last_of(left));
}

/* --------------------------------------------------------------- heads */

/* Which places of a strip are elements, and whether its first element has no
 * element before it. */
struct part {
    uint32_t from, to;
    bool is_first;
};

DEVICE struct part part_of(const struct cut *cut, struct tile place)
{
    const struct extent e = extent_of(cut, place, false);
    struct part part;

    part.from = (uint32_t)(e.from - place.begin);
    part.to = (uint32_t)(e.to - place.begin);
    part.is_first = place.begin == 0;
    return part;
}

/* Is the strip full, and not the first? The code for such a strip is compiled
 * without these two tests. */
DEVICE bool is_plain(struct part part)
{
    return part.to - part.from == STRIP && !part.is_first;
}

DEVICE struct part plain_part(void)
{
    struct part part;

    part.from = 0;
    part.to = STRIP;
    part.is_first = false;
    return part;
}

DEVICE bool is_in(struct part part, uint32_t at)
{
    return at >= part.from && at < part.to;
}

/* x is the element at `at`. */
DEVICE bool is_head(struct part part, const T *strip, uint32_t at, T x)
{
    return is_in(part, at) && ((part.is_first && at == part.from) ||
                               key(x) != key(fetch(&strip[at] - 1)));
}

/* --------------------------------------------------------------- words */

DEVICE uint32_t count_heads(struct part part, const T *strip)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    uint32_t count = 0, last = 0; /* of this lane */

    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t at = row * WARP + lane;
        T x;
        if (is_in(part, at))
            x = fetch(&strip[at]);
        if (is_head(part, strip, at, x)) {
            count++;
            last = at + 1;
        }
    }
    return heads_word(__reduce_add_sync(ALL_LANES, count),
                      __reduce_max_sync(ALL_LANES, last));
}

DEVICE uint32_t pack_strip(const struct cut *cut, struct tile place, T *strip)
{
    const struct part part = part_of(cut, place);

    return is_plain(part) ? count_heads(plain_part(), strip)
                          : count_heads(part, strip);
}

/* Each lane has a strip. */
DEVICE uint32_t join_words(const uint32_t *words, uint32_t strips)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t word = lane < strips ? words[lane] : 0;
    const uint32_t last = last_in(word);

    return heads_word(
        __reduce_add_sync(ALL_LANES, count_in(word)),
        __reduce_max_sync(ALL_LANES, last ? lane * STRIP + last : 0));
}

/* ---------------------------------------------------------------- sums */

/* For the tiles that a lane reads: the number of heads, and the place of the
 * last head in its tile, with the tile's number in the bits above. */
struct lane_heads {
    uint32_t count, last;
};

DEVICE void add_tile(struct lane_heads *heads, uint32_t tile, uint32_t word)
{
    heads->count += count_in(word);
    if (last_in(word))
        heads->last = tile << HALF | last_in(word);
}

/* Joins the heads of all lanes. */
DEVICE uint64_t join_lanes(const struct cut *cut, uint32_t generation,
                           struct lane_heads heads)
{
    const uint32_t count = __reduce_add_sync(ALL_LANES, heads.count);
    const uint32_t last = __reduce_max_sync(ALL_LANES, heads.last);
    const struct tile tile = tile_of(cut, generation, last >> HALF);
    const uint32_t begin = (uint32_t)(tile.begin - cut->skip);

    return sum_of(count, last ? begin + (last & LOW_HALF) : 0);
}

DEVICE struct sums look_at_words(const struct work *work, uint32_t generation,
                                 uint32_t tiles)
{
    struct lane_heads all = {0, 0}, before = {0, 0};
    struct sums sums;

    for (uint32_t begin = 0; begin < tiles; begin += ROUND) {
        const uint32_t first = begin + (uint32_t)lane_of_thread() * AHEAD;
        const int left = (int)tiles - (int)first; /* below 1: none */
        uint32_t x[AHEAD];

        wait_for_tiles(
            &work->board,
            row_of(generation, blockIdx.x % BOARD_COPIES, begin / ROUND),
            left < AHEAD ? left : AHEAD, x);
        for (int k = 0; k < AHEAD; k++)
            if (k < left) {
                add_tile(&all, first + (uint32_t)k, x[k]);
                if (first + (uint32_t)k < blockIdx.x)
                    add_tile(&before, first + (uint32_t)k, x[k]);
            }
    }
    sums.all = join_lanes(&work->cut, generation, all);
    sums.before = join_lanes(&work->cut, generation, before);
    return sums;
}

/* The end of the input ends the last run. */
DEVICE void tell_all(const struct work *work, uint64_t sum)
{
    *work->count = count_of(sum);
    work->lengths[count_of(sum) - 1] =
        (uint32_t)work->cut.n - (last_of(sum) - 1);
}

/* --------------------------------------------------------------- store */

/* A strip, for the warp that stores it. */
struct strip {
    const T *at; /* in the ring */
    struct part part;
    uint32_t begin;  /* index of its first place */
    uint64_t inside; /* the sum of earlier strips in the tile */
    uint32_t stage;
    struct turn slot;
};

/* Called when all elements have been loaded. The arrival alone does not order
 * bulk copies after loads, which can still be in flight: without the fence an
 * H200 stored elements of the buffer's next tile (16-byte ones, all heads).
 */
DEVICE void give_back(const struct work *work, const struct strip *strip)
{
    bulk_fence();
    __syncwarp(); /* [25] lane 0 arrives for all */
    if (lane_of_thread() == 0)
        barrier_arrive(&work->pipes->stored[strip->stage]);
}

DEVICE uint64_t sum_before(const struct work *work, const struct strip *strip)
{
    barrier_wait(&work->pipes->placed[strip->slot.stage], strip->slot.parity);
    return join_sums(work->pipes->front[strip->slot.stage], strip->inside);
}

/* For a full strip in which every element is a head: all lengths are 1, except
 * the last one, which the next head's warp stores. The lengths are stored at
 * the places of the values, not one place earlier: if the values are aligned,
 * so are the lengths. */
DEVICE void store_singles(const struct work *work, const struct strip *strip)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    T x[ROWS];

    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++)
        x[row] = fetch(&strip->at[row * WARP + lane]);
    give_back(work, strip);
    const uint64_t before = sum_before(work, strip);
    const uint32_t place = count_of(before);
    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t at = row * WARP + lane;
        work->out[place + at] = x[row];
        if (at + 1 < STRIP)
            work->lengths[place + at] = 1;
    }
    if (lane == 0)
        work->lengths[place - 1] = strip->begin + 1 - last_of(before);
}

/* For any strip. A head writes the length of the run before it: the distance
 * from the last head to lane 31 (`far`), minus its own lane's distance.
 *
 *     lane      0 1 2 3 4 5 6 7       of 8
 *     head      0 0 1 0 0 1 0 0
 *     far       9     5               the last head: two places before the row
 *     to 7      7     2
 *     length        9-5   5-2
 */
DEVICE void store_heads(const struct work *work, const struct strip *strip)
{
    const struct part part = strip->part;
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t below = (1u << lane) - 1;
    uint32_t *const ends = work->lengths - 1; /* of the run before */
    uint32_t heads[ROWS];
    T x[ROWS];

    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t at = row * WARP + lane;
        if (is_in(part, at))
            x[row] = fetch(&strip->at[at]);
        heads[row] =
            __ballot_sync(ALL_LANES, is_head(part, strip->at, at, x[row]));
    }
    give_back(work, strip);
    const uint64_t before = sum_before(work, strip);
    uint32_t place = count_of(before);
    uint32_t far = strip->begin + WARP - last_of(before);
    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t left = heads[row] & below;
        const uint32_t k = place + (uint32_t)__popc(left);
        if (heads[row] >> lane & 1) {
            work->out[k] = x[row];
            if (!part.is_first || k > 0)
                ends[k] = (left ? (uint32_t)__clz((int)left) : far) -
                          (WARP - 1 - lane);
        }
        place += (uint32_t)__popc(heads[row]);
        far = (heads[row] ? (uint32_t)__clz((int)heads[row]) : far) + WARP;
    }
}

DEVICE void store_strip(const struct work *work, struct tile tile, uint32_t s,
                        uint32_t stage, struct turn slot)
{
    const uint32_t *const words = words_of_tile(work, stage);
    const uint32_t first = (uint32_t)(tile.begin - work->cut.skip);
    const uint32_t word = join_words(words, s);
    struct strip strip;

    strip.at = tile_in_ring(work, stage) + s * STRIP;
    strip.part = part_of(&work->cut, strip_of(tile, s));
    strip.begin = first + s * STRIP;
    strip.inside =
        sum_of(count_in(word), last_in(word) ? first + last_in(word) : 0);
    strip.stage = stage;
    strip.slot = slot;
    if (!is_plain(strip.part)) {
        store_heads(work, &strip);
    } else if (count_in(words[s]) == STRIP) {
        store_singles(work, &strip);
    } else {
        strip.part = plain_part();
        store_heads(work, &strip);
    }
}

#endif
