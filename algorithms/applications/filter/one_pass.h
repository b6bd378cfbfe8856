/* one_pass.h - filter in one pass: tiles look back for what is kept before
 * them.
 *
 *     tile           0         1         2
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     keep odd numbers
 *     publishes      P 3       A 2, P 5  A 3, P 8
 *     before         0         3         5           found by looking back
 *     staged         3 1 1     5 9       5 3 5       in shared memory
 *     out            3 1 1 5 9 5 3 5                 neighbouring threads,
 *                                                    neighbouring elements
 *
 * It is look-back of counts, as in algorithms/lookback: but a count fits one
 * word with its flag and the number of the launch, so it is read and written
 * at once, and no fence is needed.
 *
 *     | launch: 30 bits | state: 2 | count: 32 |
 *
 * The elements wait in registers meanwhile; so they are read once.
 */
#ifndef ONE_PASS_H
#define ONE_PASS_H

enum { COUNT_BITS = 32, STATE_A = 1, STATE_P = 2 };

struct status {
    volatile uint64_t *words; /* of each tile */
    uint32_t launch;
};

/* ------------------------------------------------------------------- words */

DEVICE uint64_t status_word(const struct status *status, uint32_t state,
                            uint64_t count)
{
    return (uint64_t)status->launch << (COUNT_BITS + 2) |
           (uint64_t)state << COUNT_BITS | count;
}

/* 0: not published in this launch. */
DEVICE uint32_t state_of(const struct status *status, uint64_t word)
{
    return word >> (COUNT_BITS + 2) == status->launch
               ? (uint32_t)(word >> COUNT_BITS) & 3
               : 0;
}

DEVICE uint64_t count_of(uint64_t word)
{
    return (uint32_t)word;
}

/* --------------------------------------------------------------- look back */

/* Lane k's look at the k-th tile before `end`; before all tiles there is a P of
 * 0. */
DEVICE uint64_t look_at(const struct status *status, uint64_t end)
{
    const uint64_t lane = (uint64_t)lane_of_thread();

    return lane < end ? status->words[end - 1 - lane]
                      : status_word(status, STATE_P, 0);
}

/* By a warp: what is kept before the tile. It waits until it has seen 32 tiles,
 * takes those up to the first P, and goes on where there is none. */
DEVICE uint64_t look_back(const struct status *status, uint64_t tile)
{
    uint64_t before = 0;

    for (uint64_t end = tile;; end -= WARP) {
        uint64_t word;
        do
            word = look_at(status, end);
        while (__any_sync(ALL_LANES, state_of(status, word) == 0));
        const uint32_t found =
            __ballot_sync(ALL_LANES, state_of(status, word) == STATE_P);
        const int last = found ? __ffs((int)found) - 1 : WARP - 1;
        const uint64_t own = lane_of_thread() <= last ? count_of(word) : 0;
        before += __shfl_sync(ALL_LANES, add_lanes_below(own), WARP - 1);
        if (found)
            return before;
    }
}

/* By the first warp: publishes the tile's count, finds what is kept before it,
 * and publishes that too. */
DEVICE uint64_t join_tiles(const struct status *status, uint64_t tile,
                           uint64_t count)
{
    if (lane_of_thread() == 0)
        status->words[tile] =
            status_word(status, tile > 0 ? STATE_A : STATE_P, count);
    if (tile == 0)
        return 0;
    const uint64_t before = look_back(status, tile);
    if (lane_of_thread() == 0)
        status->words[tile] = status_word(status, STATE_P, before + count);
    return before;
}

/* ------------------------------------------------------------------ kernel */

__global__ void __launch_bounds__(BLOCK)
    filter_tiles(const T *in, T *out, uint64_t *count, uint64_t n,
                 uint32_t *counter, uint64_t *words, uint32_t launch)
{
    __shared__ uint32_t ticket, part[PARTS], all;
    __shared__ uint64_t before;
    __shared__ T staged[TILE];
    struct status status;
    uint32_t kept[ITEMS];
    T x[ITEMS];

    status.words = words;
    status.launch = launch;
    if (threadIdx.x == 0)
        ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [6] blocks take tiles in the order in which they start
                      */
    const uint64_t tile = ticket;
    const uint64_t first = tile * TILE + threadIdx.x;

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (first + row * BLOCK < n)
            x[row] = in[first + row * BLOCK];
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        kept[row] =
            __ballot_sync(ALL_LANES, first + row * BLOCK < n && keeps(x[row]));
    const uint32_t in_tile = place_parts(kept, part);
    if (threadIdx.x < WARP) {
        const uint64_t left = join_tiles(&status, tile, in_tile);
        if (threadIdx.x == 0) {
            before = left;
            all = in_tile;
            if (tile == gridDim.x - 1)
                *count = left + in_tile;
        }
    }
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (kept[row] >> lane_of_thread() & 1)
            staged[kept_before(kept, part, row)] = x[row];
    __syncthreads(); /* [7] all is staged, and its place is known */
    for (uint32_t k = threadIdx.x; k < all; k += BLOCK)
        out[before + k] = staged[k];
}

#endif
