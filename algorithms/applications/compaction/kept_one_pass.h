/* kept_one_pass.h - counts of kept elements, in one pass: tiles look back for
 * the count before them (filter, partition_reversed).
 *
 *     tile           0         1         2
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     keep odd numbers
 *     publishes      P 3       A 2, P 5  A 3, P 8
 *     before         0         3         5           found by looking back
 *     staged         3 1 1     5 9       5 3 5       in shared memory
 *     out            3 1 1 5 9 5 3 5                 neighbouring threads,
 *                                                    neighbouring elements
 *
 * Tiles look back for counts, as in algorithms/lookback: a count, its state and
 * the number of the launch are one word (tagged_words.h), so no fence is
 * needed. Meanwhile the elements wait in registers, so they are read once. The
 * kernel decides where elements go. Included after kept.h.
 */
#ifndef KEPT_ONE_PASS_H
#define KEPT_ONE_PASS_H

#include "tagged_words.h"

/* --------------------------------------------------------------- look back */

/* Lane k looks at the k-th tile before `end`. A lane that looks before tile 0
 * sees a P with the count 0. */
DEVICE uint64_t look_at(const struct status *status, uint64_t end)
{
    const uint64_t lane = (uint64_t)lane_of_thread();

    if (lane >= end)
        return status_word(status, STATE_P, 0);
    const uint64_t word = status->words[end - 1 - lane];
    TRACE_LOOK(end - 1 - lane, state_of(status, word));
    return word;
}

/* Called by a warp: counts the elements kept before the tile. It waits until 32
 * tiles have published, adds up their counts as far as the first P, and looks
 * further back if there is none. */
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

/* Called by one lane. */
DEVICE void publish(const struct status *status, uint64_t tile, uint32_t state,
                    uint64_t count)
{
    status->words[tile] = status_word(status, state, count);
    TRACE_PUBLISH_COUNT(tile, state, count);
}

/* Called by the first warp: publishes the tile's count, finds the count before
 * the tile, and publishes their sum. */
DEVICE uint64_t join_tiles(const struct status *status, uint64_t tile,
                           uint64_t count)
{
    if (lane_of_thread() == 0)
        publish(status, tile, tile > 0 ? STATE_A : STATE_P, count);
    if (tile == 0)
        return 0;
    const uint64_t before = look_back(status, tile);
    if (lane_of_thread() == 0)
        publish(status, tile, STATE_P, before + count);
    return before;
}

/* -------------------------------------------------------------------- tiles */

/* What the threads of a block share. */
struct kept_tile {
    uint32_t ticket, part[PARTS];
    uint32_t all;    /* kept elements of the tile */
    uint64_t before; /* ... and of all tiles before it */
};

/* Loads the block's tile, and votes on it: kept[row] has a bit for each lane of
 * the warp. */
DEVICE void load_and_vote(const T *in, uint64_t n, uint64_t first, T *x,
                          uint32_t *kept)
{
    TRACE_PHASE(load);
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (first + row * BLOCK < n)
            x[row] = in[first + row * BLOCK];
    TRACE_PHASE(count);
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        kept[row] =
            __ballot_sync(ALL_LANES, first + row * BLOCK < n && keeps(x[row]));
}

/* Takes a tile, in the order in which blocks start, loads it, and looks back.
 * Afterwards part[] is as place_parts() leaves it. Only thread 0 has written
 * `all` and `before`, so a barrier must follow. The last tile stores the
 * count. */
DEVICE void join_kept(const T *in, uint64_t n, uint32_t *counter,
                      const struct status *status, uint64_t *count, T *x,
                      uint32_t *kept, struct kept_tile *tile)
{
    if (threadIdx.x == 0)
        tile->ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [6] all wait for thread 0's draw */
    const uint64_t k = tile->ticket;

    TRACE_TICKET(k, k * TILE, count_from(k * TILE, n));
    load_and_vote(in, n, k * TILE + threadIdx.x, x, kept);
    const uint32_t all = place_parts(kept, tile->part);
    TRACE_PHASE(look_back);
    if (threadIdx.x < WARP) {
        const uint64_t before = join_tiles(status, k, all);
        if (threadIdx.x == 0) {
            tile->before = before;
            tile->all = all;
            if (k == gridDim.x - 1)
                *count = before + all;
        }
    }
    TRACE_PHASE(scatter);
}

#endif
