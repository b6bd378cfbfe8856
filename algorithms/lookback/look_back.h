/* look_back.h - looking back: steps 7 and 8 of kernel.cu.
 *
 * A block looks at the tiles before its own, nearest first, a window at a
 * time, until it finds a P:
 *
 *     tile       8   9   10  11  12  13 | 14 looks back, WINDOW = 4
 *     flag       P   A   A   X   A   A
 *     window 1           '---+---+---'    takes 13 and 12, stops at the X
 *     window 2   '---+---+---'            waits for 11, then takes 11, 10, 9
 *                                         and 8, a P: done
 *
 * A window is a row of lanes, or several: LOOK selects what reduces it.
 *
 *     ONE_THREAD   the lanes of a warp look, lane 0 reduces what they saw: the
 *                  report's form
 *     BY_WARP      the lanes look and reduce, by shuffles
 *     BY_BLOCK     each warp looks at its own row and reduces it; the wait is
 *                  one memory latency in total
 *
 * How far that is depends on timing, and so does the tree of operands. With
 * ANCHORED it does not: only every WINDOW-th tile, an anchor, publishes a P, and
 * a look-back ends at the last anchor before the tile:
 *
 *     tile       4   5   6   7   8   9   10  11 | 12 looks back, WINDOW = 4
 *     flag       P   A   A   A   P   A   A   A
 *                                '---+---+---'    takes the fold of 9, 10 and
 *                                                 11, and 8 on their left
 *
 * The first warp calls look_back(), or with BY_BLOCK all threads do; thread 0
 * gets the inclusive prefix of all tiles before.
 *
 * Included after tile_scan.h, for its LANES.
 */
#ifndef LOOKBACK_LOOK_BACK_H
#define LOOKBACK_LOOK_BACK_H

#include "descriptors.h"

#define NO_PREFIX 0 /* values of PUBLISH: only tile 0 publishes a P */
#define CHAINED   1 /* no A: each tile waits for its predecessor's P */
#define FULL      2 /* A as soon as possible, then P */
#define ANCHORED  3 /* P of every WINDOW-th tile, A of the others */

#define ONE_THREAD 0 /* values of LOOK */
#define BY_WARP    1
#define BY_BLOCK   2

#ifndef WINDOW
#define WINDOW 32 /* tiles looked at together; if > LANES, in rows */
#endif
#ifndef LOOK
#define LOOK BY_WARP /* what reduces a window */
#endif
#ifndef STEP_USED
#define STEP_USED 1 /* 0: wait until the whole window is known */
#endif
#ifndef PREDECESSOR
#define PREDECESSOR 1 /* 0: no step 7 */
#endif
#ifndef PUBLISH
#define PUBLISH FULL
#endif
#ifndef PAUSE
#define PAUSE 0 /* nanoseconds, before each look at a window */
#endif
#ifndef FOLD_BYTE
#define FOLD_BYTE 0 /* 1: ONE_THREAD keeps flag and count in one byte */
#endif
#if FOLD_BYTE
typedef uint8_t state_seen;
#else
typedef uint32_t state_seen;
#endif

enum {
    ROW = WINDOW < LANES ? WINDOW : LANES, /* tiles of a row */
    ROWS = LOOK == BY_BLOCK ? (WINDOW + ROW - 1) / ROW : 1,
    AT_ONCE = 512, /* about as many tiles run together on a large GPU */
    GATHERED = LOOK == ONE_THREAD ? WINDOW : 1 /* places for lane 0 */
};

/* The fold of some tiles. */
struct seen {
    uint32_t state;
    uint32_t used; /* tiles combined in the value */
    T value;
};

/* What the looking threads share, in shared memory. */
struct window {
    T value[GATHERED]; /* values that the lanes saw */
    state_seen state[GATHERED];
    T row_value[ROWS]; /* the fold of each warp's row */
    uint32_t row_state[ROWS];
};

/* ------------------------------------------------------------------ a row */

/* A lane's look at its tile: lane k looks at the k-th before `end`, 0 being the
 * nearest, but at none before `begin`. A lane without a tile sees an X. */
struct view {
    struct look look;
    uint32_t state;
};

DEVICE bool has_tile(uint32_t begin, uint32_t end)
{
    return lane_of_thread() < ROW && (uint32_t)lane_of_thread() < end - begin;
}

DEVICE uint32_t tile_before(uint32_t end)
{
    return end - 1 - (uint32_t)lane_of_thread();
}

DEVICE void look_at_row(const struct descriptors *tiles, uint32_t begin,
                        uint32_t end, struct view *view)
{
    view->state = X;
    if (has_tile(begin, end)) {
        view->look = look_at(tiles, tile_before(end));
        view->state = state_of(tiles, tile_before(end), view->look);
    }
}

/* Does not pause if all tiles run at the same time: that would save nothing. */
DEVICE void pause(void)
{
    if (PAUSE > 0 && gridDim.x > AT_ONCE)
        __nanosleep(PAUSE);
}

/* Looks until the nearest tile, or the whole row, has published. This ends,
 * since these tiles' blocks have started. */
DEVICE void wait_for_row(const struct descriptors *tiles, uint32_t begin,
                         uint32_t end, struct view *view)
{
    const bool one_is_enough = STEP_USED && PUBLISH != ANCHORED;
    const bool must_see =
        one_is_enough ? lane_of_thread() == 0 : has_tile(begin, end);

    do {         /* all lanes go on together */
        pause(); /* a later look finds a P sooner */
        look_at_row(tiles, begin, end, view);
    } while (__any_sync(OUR_LANES, must_see && view->state == X));
}

/* Reduces a row: the A's up to the first lane without one, and that lane too if
 * it has a P. Lane 0 gets the value. */
DEVICE struct seen reduce_row(const struct descriptors *tiles, uint32_t end,
                              const struct view *view)
{
    const int lane = lane_of_thread();
    const unsigned stops = __ballot_sync(OUR_LANES, view->state != A);
    const int stop = stops ? __ffs((int)stops) - 1 : LANES;
    const bool found = __shfl_sync(OUR_LANES, view->state, stop % LANES) == P;
    struct seen seen;

    seen.state = found ? P : A;
    seen.used = (uint32_t)(stop + found);
    seen.value = identity();
    if (lane < (int)seen.used)
        seen.value = value_of(tiles, tile_before(end), view->state, view->look);
    for (int stride = 1; stride < LANES; stride *= 2) {
        const T left =
            shuffle_from_in(OUR_LANES, seen.value, (lane + stride) % LANES);
        if (lane % (2 * stride) == 0 && lane + stride < (int)seen.used)
            seen.value = op(left, seen.value); /* higher lanes: left */
    }
    return seen;
}

/* The report's Table 2, with its missing row, [3]:
 *
 *     left      right  together
 *     anything  X      X
 *     anything  P      the right one: all on the left is in it   [3]
 *     X         A      the right one
 *     A or P    A      the left flag, op(left, right)
 */
DEVICE void join(struct seen *left, uint32_t state, const T *right)
{
    if (left->state == X || state != A) {
        left->state = state;
        left->used = state != X;
        left->value = *right;
    } else {
        left->value = op(left->value, *right);
        left->used++;
    }
}

/* The flag (two bits) and the number of used tiles (six) in one byte, as in the
 * report. The report's one thread packs and unpacks them at every step. */
DEVICE uint8_t packed_byte(const struct seen *seen)
{
    return (uint8_t)(seen->used << 2 | seen->state);
}

DEVICE void unpack_byte(uint8_t byte, struct seen *seen)
{
    seen->state = byte & 3;
    seen->used = byte >> 2;
}

/* Lane 0 goes from the furthest tile to the nearest. */
DEVICE void join_all(const struct window *window, struct seen *seen)
{
    uint8_t byte = packed_byte(seen);

    for (int k = GATHERED - 1; k >= 0; k--) {
        if (FOLD_BYTE)
            unpack_byte(byte, seen);
        join(seen, window->state[k], &window->value[k]);
        byte = packed_byte(seen);
    }
}

/* All lanes get what lane 0 found, except the value. */
DEVICE void tell_seen(struct seen *seen)
{
    if (FOLD_BYTE) {
        const uint32_t byte = packed_byte(seen);
        unpack_byte((uint8_t)__shfl_sync(OUR_LANES, byte, 0), seen);
    } else {
        seen->state = __shfl_sync(OUR_LANES, seen->state, 0);
        seen->used = __shfl_sync(OUR_LANES, seen->used, 0);
    }
}

/* reduce_row() by one thread, as in the report: the lanes gather values, and
 * lane 0 joins them. */
DEVICE struct seen join_row(const struct descriptors *tiles, uint32_t end,
                            const struct view *view, struct window *window)
{
    const int lane = lane_of_thread();
    struct seen seen;

    seen.state = X;
    seen.used = 0;
    seen.value = identity();
    if (lane < ROW) {
        window->state[lane % GATHERED] = (state_seen)view->state;
        window->value[lane % GATHERED] =
            view->state == X
                ? identity()
                : value_of(tiles, tile_before(end), view->state, view->look);
    }
    __syncwarp(OUR_LANES); /* lane 0 waits for what all lanes saw */
    if (lane == 0)
        join_all(window, &seen);
    __syncwarp(OUR_LANES); /* lane 0 has read before the next is written */
    tell_seen(&seen);
    return seen;
}

/* --------------------------------------------------------- the look-back */

/* Does a tile publish an A? A P? (Tile 0 does not need an A.) */
DEVICE bool has_aggregate(uint32_t tile)
{
    if (PUBLISH == ANCHORED)
        return tile % WINDOW != 0;
    return PUBLISH != CHAINED && tile > 0;
}

DEVICE bool has_prefix(uint32_t tile)
{
    if (PUBLISH == ANCHORED)
        return tile % WINDOW == 0;
    return PUBLISH != NO_PREFIX || tile == 0;
}

/* Step 7, by one thread: is the predecessor's prefix available already? */
DEVICE uint32_t look_at_predecessor(const struct descriptors *tiles,
                                    uint32_t tile, T *before)
{
    struct look look;
    uint32_t state;

    do {
        look = look_at(tiles, tile - 1);
        state = state_of(tiles, tile - 1, look);
    } while ((PUBLISH == CHAINED || PUBLISH == ANCHORED) && state != P);
    if (state == P)
        *before = value_of(tiles, tile - 1, P, look);
    return state;
}

/* Steps 7 and 8, by a warp. Tile 0 has no A, only a P, so every look-back
 * ends. */
DEVICE T look_back_by_warp(const struct descriptors *tiles, uint32_t tile,
                           struct window *window)
{
    const int lane = lane_of_thread();
    T before = identity(); /* until something is seen */
    uint32_t state = X;

    if ((PREDECESSOR || PUBLISH == CHAINED) && lane == 0)
        state = look_at_predecessor(tiles, tile, &before);
    state = __shfl_sync(OUR_LANES, state, 0); /* all branch as lane 0 */
    for (uint32_t end = tile; state != P;) {
        struct view view;
        wait_for_row(tiles, 0, end, &view);
        const struct seen seen = LOOK == ONE_THREAD
                                     ? join_row(tiles, end, &view, window)
                                     : reduce_row(tiles, end, &view);
        if (lane == 0)
            before = end == tile ? seen.value : op(seen.value, before);
        state = seen.state;
        end -= seen.used;
    }
    return before;
}

/* Step 8 by all warps, a row each. If one warp finds a P, no tile before it is
 * still an X, so each warp can wait for its whole row, or for a P in it. */
DEVICE T look_back_by_block(const struct descriptors *tiles, uint32_t tile,
                            struct window *window)
{
    const uint32_t row = threadIdx.x / LANES, skip = row * ROW;
    const int lane = lane_of_thread();
    T before = identity();
    bool found = false;

    for (uint32_t end = tile; !found; end -= ROWS * ROW) {
        const bool looks = row < ROWS && skip < end; /* a whole warp */
        struct seen seen;
        seen.state = X;
        if (looks) {
            struct view view;
            const uint32_t its_end = end - skip;
            unsigned prefixes, missing;
            do {
                pause();
                look_at_row(tiles, 0, its_end, &view);
                prefixes = __ballot_sync(OUR_LANES, view.state == P);
                missing = __ballot_sync(OUR_LANES, has_tile(0, its_end) &&
                                                       view.state == X);
                if (prefixes) /* only lanes before the first P matter */
                    missing &= (prefixes & (0u - prefixes)) - 1;
            } while (missing);
            seen = reduce_row(tiles, its_end, &view);
            if (lane == 0) {
                window->row_value[row] = seen.value;
                window->row_state[row] = seen.state;
            }
        }
        /* All threads wait for all rows; did any row have a P? */
        found = __syncthreads_or(seen.state == P);
        if (threadIdx.x == 0)
            for (uint32_t k = 0; k < ROWS && k * ROW < end; k++) {
                const bool first = end == tile && k == 0;
                before = first ? window->row_value[0]
                               : op(window->row_value[k], before);
                if (window->row_state[k] == P)
                    break;
            }
        if (!found)
            __syncthreads(); /* thread 0 has read before the next rows come */
    }
    return before;
}

/* Thread 0 joins the rows' folds, the nearest first, and then the prefix of the
 * anchor, which it waits for last: prefixes arrive last. */
DEVICE T join_rows(const struct descriptors *tiles, uint32_t anchor,
                   uint32_t tile, const struct window *window)
{
    const uint32_t count = tile - 1 - anchor; /* of aggregates */
    T sum = count > 0 ? window->row_value[0] : identity();
    T before = identity(); /* until the anchor has published */

    for (uint32_t k = 1; k < ROWS && k * ROW < count; k++)
        sum = op(window->row_value[k], sum);
    look_at_predecessor(tiles, anchor + 1, &before);
    return count > 0 ? op(before, sum) : before;
}

/* Step 8 of ANCHORED, by one warp or by all: each waits for its whole row. No
 * operand depends on what a tile happens to find. */
DEVICE T look_back_to_anchor(const struct descriptors *tiles, uint32_t tile,
                             struct window *window)
{
    const uint32_t anchor = (tile - 1) / WINDOW * WINDOW;
    const uint32_t row = threadIdx.x / LANES, skip = row * ROW;

    if (row < ROWS && anchor + 1 + skip < tile) { /* a whole warp */
        struct view view;
        const uint32_t end = tile - skip;
        wait_for_row(tiles, anchor + 1, end, &view);
        const struct seen seen = LOOK == ONE_THREAD
                                     ? join_row(tiles, end, &view, window)
                                     : reduce_row(tiles, end, &view);
        if (lane_of_thread() == 0)
            window->row_value[row] = seen.value;
    }
    if (LOOK == BY_BLOCK)
        __syncthreads(); /* thread 0 waits for all rows */
    return threadIdx.x == 0 ? join_rows(tiles, anchor, tile, window)
                            : identity();
}

DEVICE T look_back(const struct descriptors *tiles, uint32_t tile,
                   struct window *window)
{
    if (PUBLISH == ANCHORED)
        return look_back_to_anchor(tiles, tile, window);
    return LOOK == BY_BLOCK ? look_back_by_block(tiles, tile, window)
                            : look_back_by_warp(tiles, tile, window);
}

#endif
