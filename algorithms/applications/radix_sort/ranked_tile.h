/* ranked_tile.h - radix sort: a tile sorted by one digit, in shared memory.
 *
 *     tile       3 1 2 1 | 1 3 2 0      two warps of four; BITS = 2
 *     rank       0 0 0 1 | 0 0 0 0      equal digits before it in its warp
 *     of_warp    0 2 1 1 | 1 1 1 1      how often a warp has each digit, ...
 *     total      1 3 2 2                the tile, ...
 *     start      0 1 4 6                and where the tile's first one goes
 *     of_warp    0 1 4 6 | 0 3 5 7      then: where the warp's first one goes
 *     staged     0 1 1 1 2 2 3 3        at of_warp + rank
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

#ifndef COUNTS
#define COUNTS 0
#endif
#ifndef MATCH
#define MATCH 0
#endif
#ifndef SEEN
#define SEEN 0
#endif
#ifndef REGISTERS
#define REGISTERS 0
#endif

enum {
    WARPS = BLOCK / WARP,
    ROWS = ITEMS,
    TILE = BLOCK * ITEMS,
    OWN = (RADIX + BLOCK - 1) / BLOCK,   /* digits of a thread */
    GROUPS = (RADIX + WARP - 1) / WARP,  /* of digits, by warps */
    LEAST_BLOCKS = REGISTERS ? 65536 / REGISTERS / BLOCK : 1
};

/* Rows of full tiles are in registers; those of the last one need not be. */
#if defined __CUDA_ARCH__
#define UNROLLED_IF(full) _Pragma("unroll (FULL ? ROWS : 1)")
#define AGAIN(x)          asm volatile("" : "+r"(x))
#else
#define UNROLLED_IF(full)
#define AGAIN(x)
#endif


/* Word: as wide as numbers up to n. */
template <typename Word> struct room {
    T staged[TILE];
    Word place[RADIX];
    uint64_t of_group[GROUPS]; /* sums of the digits of a warp */
    uint32_t of_warp[WARPS][RADIX];
#if MATCH == 2
    uint32_t alike[WARPS][RADIX];
#endif
    uint32_t ticket;
};

/* What a thread holds of a tile: one element of each of its warp's rows, and
 * two ranks in a word. */
struct held {
    T x[ITEMS];
    uint32_t ranks[(ITEMS + 1) / 2];
};

/* A thread's digits: threadIdx.x, and each BLOCK further on. */
struct own {
    uint32_t total[OWN], start[OWN];
};

DEVICE int warp_of_thread(void)
{
    return (int)threadIdx.x / WARP;
}

/* Where in a tile a thread's element of the first row is. */
DEVICE int first_of_thread(void)
{
    return warp_of_thread() * ITEMS * WARP + lane_of_thread();
}

DEVICE int own_digit(int k)
{
    return k * BLOCK + (int)threadIdx.x;
}

/* -------------------------------------------------------------------- ranks */

template <bool FULL>
DEVICE void load_tile(const T *in, int rest, struct held *held)
{
    const T *const from = in + first_of_thread();

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (FULL || row * WARP < rest)
            held->x[row] = from[row * WARP];
}

/* The digit of a row's element; beyond the end of the tile the largest one,
 * which comes after all that are there. */
template <bool FULL>
DEVICE uint32_t digit_in_row(const struct held *held, int row, int rest,
                             uint32_t shift)
{
    return FULL || row * WARP < rest ? digit_of(held->x[row], shift)
                                       : RADIX - 1;
}

/* By a warp. The lanes that have this lane's digit. */
DEVICE uint32_t lanes_alike(uint32_t digit, uint32_t *masks)
{
#if MATCH == 1
    return __match_any_sync(ALL_LANES, digit);
#elif MATCH == 2
    atomicOr(&masks[digit], 1u << lane_of_thread());
    __syncwarp();
    const uint32_t mask = masks[digit];
    __syncwarp();
    if ((mask & ((1u << lane_of_thread()) - 1)) == 0)
        masks[digit] = 0;
    __syncwarp();
    return mask;
#elif MATCH == 3 && defined __CUDA_ARCH__
    uint32_t alike;
    for (int bit = 0; bit < BITS; bit++) {
        uint32_t vote;
        asm("{ .reg .pred p;\n"
            " and.b32 %0, %1, %2;\n"
            " setp.ne.u32 p, %0, 0;\n"
            " vote.ballot.sync.b32 %0, p, 0xffffffff;\n"
            " @!p not.b32 %0, %0;}\n"
            : "=r"(vote)
            : "r"(digit), "r"(1u << bit));
        alike = bit == 0 ? vote : alike & vote;
    }
    return alike;
#elif MATCH == 4
    uint32_t alike = ALL_LANES;

    UNROLLED
    for (int bit = 0; bit < BITS; bit++) {
        const bool is_set = (digit & 1u << bit) != 0;
        alike &= __ballot_sync(ALL_LANES, is_set) ^ (is_set ? 0 : ALL_LANES);
    }
    return alike;
#elif MATCH == 5
    uint32_t others = 0;

    UNROLLED
    for (int bit = 0; bit < BITS; bit++) {
        const bool is_set = (digit & 1u << bit) != 0;
        others |= __ballot_sync(ALL_LANES, is_set) ^ (uint32_t)((int)(digit << (31 - bit)) >> 31);
    }
    return ~others;
#else
    uint32_t alike = ALL_LANES;

    for (int bit = 0; bit < BITS; bit++) {
        const uint32_t vote = __ballot_sync(ALL_LANES, (int)(digit >> bit & 1));
        alike &= digit >> bit & 1 ? vote : ~vote;
    }
    return alike;
#endif
}

/* By a warp. Of the elements of `digit` that are `seen` and those of this row
 * in lanes below: how many. The row is added to what is seen. */
DEVICE uint32_t rank_row(uint32_t digit, uint32_t *seen, uint32_t *masks)
{
    const uint32_t below = (1u << lane_of_thread()) - 1;
    const uint32_t alike = lanes_alike(digit, masks);
#if SEEN == 1
    const int leader = 31 - __clz((int)alike);
    uint32_t before = 0;
    if (lane_of_thread() == leader)
        before = atomicAdd(&seen[digit], (uint32_t)__popc(alike));
    before = __shfl_sync(ALL_LANES, before, leader);
    return before + (uint32_t)__popc(alike & below);
#else
    const uint32_t before = seen[digit];

    __syncwarp(); /* [2] all have read before one lane counts the row */
    if ((alike & below) == 0)
        seen[digit] = before + (uint32_t)__popc(alike);
    __syncwarp(); /* [3] ... and it has before the next row is ranked */
    return before + (uint32_t)__popc(alike & below);
#endif
}

#if MATCH == 2
#define MASKS_OF_WARP(shared) (shared)->alike[warp_of_thread()]
#else
#define MASKS_OF_WARP(shared) (uint32_t *)0
#endif

/* By a warp: how often it has each digit; and ranks. */
template <bool FULL>
DEVICE void count_warp(int rest, uint32_t shift, struct held *held,
                       uint32_t *seen, uint32_t *masks)
{
    for (int digit = lane_of_thread(); digit < RADIX; digit += WARP) {
        seen[digit] = 0;
        if (MATCH == 2)
            masks[digit] = 0;
    }
    __syncwarp(); /* [1] all are cleared before any is counted */
    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const uint32_t digit = digit_in_row<FULL>(held, row, rest, shift);
#if COUNTS == 1
        if (FULL || row * WARP < rest)
            atomicAdd(&seen[digit], 1u);
#else
        const uint32_t rank = rank_row(digit, seen, masks);
        held->ranks[row / 2] =
            row % 2 ? held->ranks[row / 2] | rank << 16 : rank;
        if (row % 2)
            AGAIN(held->ranks[row / 2]);
#endif
    }
}

/* ------------------------------------------------------------------- digits */

/* What all warps have of a thread's digits. */
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

/* By a block: of smaller digits than a thread's. */
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
    __syncthreads(); /* [5] all groups are summed */
    UNROLLED
    for (int k = 0; k < OWN; k++)
        for (int group = 0; group < GROUPS; group++)
            if (group < k * WARPS + warp_of_thread())
                smaller[k] += (Number)of_group[group];
}

/* of_warp[] of each digit becomes where the warp's first one goes. */
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
    __syncthreads(); /* [6] all warps know where their digits go */
}

/* -------------------------------------------------------------------- write */

template <bool FULL, typename Word>
DEVICE void stage_tile(int rest, uint32_t shift, const struct held *held,
                       struct room<Word> *shared)
{
    uint32_t *const at = shared->of_warp[warp_of_thread()];
    AGAIN(shift);

    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const uint32_t digit = digit_in_row<FULL>(held, row, rest, shift);
#if COUNTS == 1
        const uint32_t to = rank_row(digit, at, MASKS_OF_WARP(shared));
#else
        const uint32_t rank = held->ranks[row / 2] >> row % 2 * 16 & 0xffff;
        const uint32_t to = at[digit] + rank;
#endif
        if (FULL || row * WARP < rest)
            shared->staged[to] = held->x[row];
    }
}

/* Neighbouring threads write neighbouring elements, but where digits change. */
template <bool FULL, typename Word>
DEVICE void write_tile(T *out, uint32_t count, uint32_t shift,
                       const struct room<Word> *shared)
{
    const int rest = (int)count - (int)threadIdx.x;

    __syncthreads(); /* [7] all is staged, and its places are known */
    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const uint32_t k = row * BLOCK + threadIdx.x;
        if (FULL || row * BLOCK < rest) {
            const T x = shared->staged[k];
            out[(Word)(shared->place[digit_of(x, shift)] + k)] = x;
        }
    }
}

#endif
