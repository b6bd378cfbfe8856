/* ranked_tile.h - radix sort: a tile sorted by one digit, in shared memory.
 *
 *     tile       3 1 2 1 | 1 3 2 0      two warps of four; BITS = 2
 *     of_warp    0 2 1 1 | 1 1 1 1      how often each digit is in a warp ...
 *     total      1 3 2 2                ... and in the tile
 *     start      0 1 4 6                where the tile's first one goes
 *     of_warp    0 1 4 6 | 0 3 5 7      then: where the warp's next one goes
 *     staged     0 1 1 1 2 2 3 3
 *     place                             for each digit: where its first one
 *                                       goes in `out`, minus start
 *
 * All digits are counted first, with atomics, so that other tiles get the
 * counts early. After that, an element's place is known when its turn comes: a
 * warp takes 32 * ITEMS consecutive elements, a row of 32 at a time, and in a
 * row lanes with the same digit (alike.h) go side by side. So rows, and lanes
 * in a row, are in the order of the input, and equal digits stay in that order.
 */
#ifndef RADIX_SORT_TILE_H
#define RADIX_SORT_TILE_H

#include "lanes.h"
#include "applications/radix_sort/alike.h"

enum {
    WARPS = BLOCK / WARP,
    TILE = BLOCK * ITEMS,
    OWN = (RADIX + BLOCK - 1) / BLOCK,  /* digits per thread */
    GROUPS = (RADIX + WARP - 1) / WARP, /* a warp sums a group */
    MIN_BLOCKS = REGISTERS ? 65536 / REGISTERS / BLOCK : 1
};

/* Shared memory. A Word can hold n. */
template <typename Word> struct room {
    T staged[TILE];
    Word place[RADIX];
    uint64_t of_group[GROUPS];  /* the tile's sum in each group, ... */
    uint64_t of_groups[GROUPS]; /* ... and that of all tiles */
    uint32_t of_warp[WARPS][RADIX];
    uint32_t ticket;
};

/* What a thread holds of a tile: one element from each of its warp's rows. */
struct held {
    T x[ITEMS];
};

/* A value for each of a thread's digits: threadIdx.x, and every BLOCK-th digit
 * after it. */
struct own {
    uint32_t total[OWN], start[OWN];
};

DEVICE int warp_of_thread(void)
{
    return (int)threadIdx.x / WARP;
}

DEVICE int own_digit(int k)
{
    return k * BLOCK + (int)threadIdx.x;
}

/* The place in the tile of a thread's element in the first row. */
DEVICE int first_of_thread(void)
{
    return warp_of_thread() * ITEMS * WARP + lane_of_thread();
}

/* -------------------------------------------------------------------- count */

/* Called by a warp: loads its elements, and counts them in `of_warp`. */
DEVICE void count_rows(const T *in, uint32_t count, uint32_t shift,
                       struct held *held, uint32_t *of_warp)
{
    const int rest = (int)count - first_of_thread();

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (row * WARP < rest)
            held->x[row] = in[first_of_thread() + row * WARP];
    for (int digit = lane_of_thread(); digit < RADIX; digit += WARP)
        of_warp[digit] = 0;
    __syncwarp(); /* [1] all are cleared before any is counted */
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (row * WARP < rest) /* atomic: lanes may have equal digits */
            atomicAdd(&of_warp[digit_of(held->x[row], shift)], 1u);
}

/* The counts of all warps for a thread's digits. */
template <typename Word>
DEVICE void add_warps(const struct room<Word> *shared, struct own *own)
{
    UNROLLED
    for (int k = 0; k < OWN; k++) {
        own->total[k] = 0;
        for (int warp = 0; warp < WARPS; warp++)
            if (own_digit(k) < RADIX)
                own->total[k] += shared->of_warp[warp][own_digit(k)];
    }
}

/* Called by a block: computes a tile's totals. */
template <typename Word>
DEVICE void count_tile(const T *in, uint32_t count, uint32_t shift,
                       struct held *held, struct own *own,
                       struct room<Word> *shared)
{
    uint32_t *const of_warp = shared->of_warp[warp_of_thread()];

    count_rows(in, count, shift, held, of_warp);
    __syncthreads(); /* [2] all warps have counted */
    add_warps(shared, own);
}

/* ------------------------------------------------------------------- digits */

/* Called by a block: smaller[] becomes the sum of own[] over all smaller
 * digits. */
template <typename Number>
DEVICE void add_smaller(const Number *own, Number *smaller, uint64_t *of_group)
{
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (k * WARPS + warp_of_thread() < GROUPS) {
            const Number upto = add_lanes_below(own[k]);
            smaller[k] = upto - own[k];
            if (lane_of_thread() == WARP - 1)
                of_group[k * WARPS + warp_of_thread()] = upto;
        }
    __syncthreads(); /* [3] all groups are summed */
    UNROLLED
    for (int k = 0; k < OWN; k++)
        for (int group = 0; group < GROUPS; group++)
            if (group < k * WARPS + warp_of_thread())
                smaller[k] += (Number)of_group[group];
}

/* of_warp[digit] becomes the place of the warp's first element with it. */
template <typename Word>
DEVICE void start_warps(const struct own *own, struct room<Word> *shared)
{
    UNROLLED
    for (int k = 0; k < OWN; k++) {
        uint32_t at = own->start[k];
        for (int warp = 0; warp < WARPS; warp++)
            if (own_digit(k) < RADIX) {
                const uint32_t count = shared->of_warp[warp][own_digit(k)];
                shared->of_warp[warp][own_digit(k)] = at;
                at += count;
            }
    }
}

/* -------------------------------------------------------------------- stage */

/* Called by all lanes of a warp: returns the place of the lane's element, plus
 * one. It is `next` of the digit, plus the number of lanes up to this one that
 * have the digit. */
DEVICE uint32_t upto_element(uint32_t digit, uint32_t *next)
{
    const uint32_t above = ~1u << lane_of_thread();
    const uint32_t alike = lanes_alike(digit);
    const uint32_t upto = next[digit] + (uint32_t)__popc(alike & ~above);

    __syncwarp(); /* [4] all have read before one lane counts the row */
    if ((alike & above) == 0)
        next[digit] = upto;
    __syncwarp(); /* [5] ... and has counted before the next row */
    return upto;
}

/* Past the end of the tile, lanes have the largest digit: their places come
 * after those of all elements. */
DEVICE void stage_rows(uint32_t count, uint32_t shift, const struct held *held,
                       uint32_t *next, T *staged)
{
    const int rest = (int)count - first_of_thread();

    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const bool is_there = row * WARP < rest;
        const uint32_t digit =
            is_there ? digit_of(held->x[row], shift) : RADIX - 1;
        const uint32_t upto = upto_element(digit, next);
        if (is_there)
            staged[upto - 1] = held->x[row];
    }
}

template <typename Word>
DEVICE void stage_tile(uint32_t count, uint32_t shift, const struct held *held,
                       struct room<Word> *shared)
{
    uint32_t *const next = shared->of_warp[warp_of_thread()];

    __syncthreads(); /* [6] all warps know where their digits go */
    stage_rows(count, shift, held, next, shared->staged);
}

/* -------------------------------------------------------------------- write */

/* Neighbouring threads write neighbouring elements, unless digits change. */
template <typename Word>
DEVICE void write_tile(T *out, uint32_t count, uint32_t shift,
                       const struct room<Word> *shared)
{
    const int rest = (int)count - (int)threadIdx.x;

    __syncthreads(); /* [7] all are staged, and their places known */
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (row * BLOCK < rest) {
            const uint32_t k = row * BLOCK + threadIdx.x;
            const T x = shared->staged[k];
            out[(Word)(shared->place[digit_of(x, shift)] + k)] = x;
        }
}

#endif
