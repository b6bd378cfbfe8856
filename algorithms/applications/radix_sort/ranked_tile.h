/* ranked_tile.h - radix sort: a tile sorted by one digit, in shared memory.
 *
 *     tile       3 1 2 1 | 1 3 2 0      two warps of four; BITS = 2
 *     rank       0 0 0 1 | 0 0 0 0      equal digits before it in its warp
 *     of_warp    . 0 0 0 | . 2 1 1      ... and in the warps before, by digit
 *     start      0 1 4 6                of each digit: smaller ones in the tile
 *     staged     0 1 1 1 2 2 3 3        at start + of_warp + rank
 *     place                             of each digit: where its first goes in
 *                                       `out`, less start
 *
 * A warp takes 32 * ITEMS elements that are side by side, a row of 32 at a
 * time: so rows, and lanes in a row, are in the order of the input, and equal
 * digits stay in it. Which lanes of a row have the same digit is told by a vote
 * for each of its bits. Included after digits.h.
 */
#ifndef RADIX_SORT_TILE_H
#define RADIX_SORT_TILE_H

#include "applications/lanes.h"

enum { WARPS = BLOCK / WARP, TILE = BLOCK * ITEMS };

struct shared {
    uint64_t place[RADIX];
    uint32_t of_warp[WARPS][RADIX];
    uint32_t total[RADIX], start[RADIX];
    uint32_t ticket;
    T staged[TILE];
};

/* What a thread holds of a tile: one element of each of its warp's rows. */
struct held {
    T x[ITEMS];
    uint32_t rank[ITEMS];
};

DEVICE int warp_of_thread(void)
{
    return (int)threadIdx.x / WARP;
}

/* Where in a tile a thread's element of a row is. */
DEVICE uint32_t at_row(int row)
{
    return (uint32_t)((warp_of_thread() * ITEMS + row) * WARP +
                      lane_of_thread());
}

/* -------------------------------------------------------------------- ranks */

DEVICE void load_tile(const T *in, uint32_t count, struct held *held)
{
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (at_row(row) < count)
            held->x[row] = in[at_row(row)];
}

/* By a warp. The lanes of `present` that have this lane's digit. */
DEVICE uint32_t lanes_alike(uint32_t digit, uint32_t present)
{
    uint32_t alike = present;

    for (int bit = 0; bit < BITS; bit++) {
        const uint32_t vote = __ballot_sync(ALL_LANES, (int)(digit >> bit & 1));
        alike &= digit >> bit & 1 ? vote : ~vote;
    }
    return alike;
}

/* By a warp: ranks, and how often it has each digit. */
DEVICE void rank_warp(uint32_t count, uint32_t shift, struct held *held,
                      uint32_t *seen)
{
    const uint32_t below = (1u << lane_of_thread()) - 1;

    for (int digit = lane_of_thread(); digit < RADIX; digit += WARP)
        seen[digit] = 0;
    __syncwarp(); /* [1] all are cleared before any is counted */
    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const bool is_there = at_row(row) < count;
        const uint32_t digit = is_there ? digit_of(held->x[row], shift) : 0;
        const uint32_t present = __ballot_sync(ALL_LANES, is_there);
        const uint32_t alike = lanes_alike(digit, present);
        const uint32_t before = seen[digit];
        held->rank[row] = before + (uint32_t)__popc(alike & below);
        __syncwarp(); /* [2] all have read before one lane counts the row */
        if (is_there && (alike & below) == 0)
            seen[digit] = before + (uint32_t)__popc(alike);
        __syncwarp(); /* [3] ... and it has before the next row is ranked */
    }
}

/* of_warp[] of each digit becomes what the warps before have; total[] is what
 * all have. Each thread sees to its own digits. */
DEVICE void add_warps(struct shared *shared)
{
    for (int digit = (int)threadIdx.x; digit < RADIX; digit += BLOCK) {
        uint32_t sum = 0;
        for (int warp = 0; warp < WARPS; warp++) {
            const uint32_t own = shared->of_warp[warp][digit];
            shared->of_warp[warp][digit] = sum;
            sum += own;
        }
        shared->total[digit] = sum;
    }
}

/* Loads and ranks a tile of `count` elements. */
DEVICE void rank_tile(const T *in, uint32_t count, uint32_t shift,
                      struct held *held, struct shared *shared)
{
    load_tile(in, count, held);
    rank_warp(count, shift, held, shared->of_warp[warp_of_thread()]);
    __syncthreads(); /* [4] all warps have counted */
    add_warps(shared);
}

/* ------------------------------------------------------------------- places */

/* By a warp. before[digit] becomes how many elements have a smaller digit. */
template <typename From, typename To>
DEVICE void scan_digits(const From *count, To *before)
{
    To sum = 0;

    for (int first = 0; first < RADIX; first += WARP) {
        const int digit = first + lane_of_thread();
        const To own = digit < RADIX ? (To)count[digit] : 0;
        const To upto = add_lanes_below(own);
        if (digit < RADIX)
            before[digit] = sum + upto - own;
        sum += __shfl_sync(ALL_LANES, upto, WARP - 1);
    }
}

/* start[] of the tile; place[] becomes the scan of `of_all`, if that is given:
 * where each digit begins in `out`. */
template <typename Number>
DEVICE void start_digits(const Number *of_all, struct shared *shared)
{
    __syncthreads(); /* [5] all digits are added up */
    if (warp_of_thread() == 0)
        scan_digits(shared->total, shared->start);
    if (of_all && warp_of_thread() == WARPS - 1)
        scan_digits(of_all, shared->place);
    __syncthreads(); /* [6] and scanned */
}

/* A thread that knows how many elements go before the tile's first one of a
 * digit says so. */
DEVICE void set_place(struct shared *shared, int digit, uint64_t before)
{
    shared->place[digit] = before - shared->start[digit];
}

/* -------------------------------------------------------------------- write */

DEVICE void stage_tile(uint32_t count, uint32_t shift, const struct held *held,
                       struct shared *shared)
{
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (at_row(row) < count) {
            const uint32_t digit = digit_of(held->x[row], shift);
            shared->staged[shared->start[digit] +
                           shared->of_warp[warp_of_thread()][digit] +
                           held->rank[row]] = held->x[row];
        }
}

/* Neighbouring threads write neighbouring elements, but where digits change. */
DEVICE void write_tile(T *out, uint32_t count, uint32_t shift,
                       const struct shared *shared)
{
    __syncthreads(); /* [7] all is staged, and its places are known */
    for (uint32_t k = threadIdx.x; k < count; k += BLOCK) {
        const T x = shared->staged[k];
        out[shared->place[digit_of(x, shift)] + k] = x;
    }
}

#endif
