/* runs_one_pass.h - runs in one pass: tiles look back for heads.
 *
 *     tile         0         1         2
 *     in           7 7 7 1 | 1 1 5 5 | 5 5 5 5
 *     head         1 0 0 1   0 0 1 0   0 0 0 0    the key differs from the left
 *     publishes    P 2, 3    A 1, 6    A 0, -     heads, and where the last is
 *     then                   P 3, 6    P 3, 6
 *
 * A tile publishes two words (tagged_words.h): the count of its heads, and the
 * place of the last one, counted from 1 (0: none); counts are added, and the
 * largest place is kept. Included after runs_tile.h.
 */
#ifndef RUNS_ONE_PASS_H
#define RUNS_ONE_PASS_H

#include "tagged_words.h"

/* ---------------------------------------------------------------- look back */

DEVICE void publish(const struct status *status, uint64_t tile, uint32_t state,
                    struct heads heads)
{
    status->words[2 * tile] = status_word(status, state, heads.count);
    status->words[2 * tile + 1] = status_word(status, state, heads.last);
}

/* Returns state 0 until both words have the same state. A lane that looks
 * before tile 0 sees a P without heads. */
DEVICE uint32_t look_at(const struct status *status, uint64_t end,
                        struct heads *heads)
{
    const uint64_t lane = (uint64_t)lane_of_thread();

    heads->count = heads->last = 0;
    if (lane >= end)
        return STATE_P;
    const uint64_t count = status->words[2 * (end - 1 - lane)];
    const uint64_t last = status->words[2 * (end - 1 - lane) + 1];
    heads->count = (uint32_t)count_of(count);
    heads->last = (uint32_t)count_of(last);
    return state_of(status, count) == state_of(status, last)
               ? state_of(status, count)
               : 0;
}

/* Called by a warp: joins the heads of all its lanes. */
DEVICE struct heads join_lanes(struct heads heads)
{
    for (int delta = WARP / 2; delta > 0; delta /= 2) {
        struct heads other;
        other.count = __shfl_xor_sync(ALL_LANES, heads.count, delta);
        other.last = __shfl_xor_sync(ALL_LANES, heads.last, delta);
        heads = join_heads(heads, other);
    }
    return heads;
}

/* Called by a warp: finds the heads before the tile. It waits until 32 tiles
 * have published, joins their heads up to the first P, and looks further back
 * if there is none. */
DEVICE struct heads look_back(const struct status *status, uint64_t tile)
{
    struct heads before = {0, 0};

    for (uint64_t end = tile;; end -= WARP) {
        struct heads heads;
        uint32_t state;
        do
            state = look_at(status, end, &heads);
        while (__any_sync(ALL_LANES, state == 0));
        const uint32_t found = __ballot_sync(ALL_LANES, state == STATE_P);
        const int last = found ? __ffs((int)found) - 1 : WARP - 1;
        if (lane_of_thread() > last)
            heads.count = heads.last = 0;
        before = join_heads(before, join_lanes(heads));
        if (found)
            return before;
    }
}

/* Called by the first warp: publishes the tile's heads, finds those before the
 * tile, and publishes both together. */
DEVICE struct heads join_tiles(const struct status *status, uint64_t tile,
                               struct heads own)
{
    struct heads before = {0, 0};

    if (lane_of_thread() == 0)
        publish(status, tile, tile > 0 ? STATE_A : STATE_P, own);
    if (tile == 0)
        return before;
    before = look_back(status, tile);
    if (lane_of_thread() == 0)
        publish(status, tile, STATE_P, join_heads(before, own));
    return before;
}

/* -------------------------------------------------------------------- tiles */

__global__ void __launch_bounds__(BLOCK)
    encode_tiles(const T *in, T *values, uint32_t *lengths, uint64_t *runs,
                 uint64_t n, uint32_t *counter, uint64_t *words,
                 uint32_t launch)
{
    __shared__ struct shared shared;
    __shared__ uint32_t ticket;
    struct status status;
    uint32_t heads[ITEMS];
    T x[ITEMS];

    status.words = words;
    status.launch = launch;
    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [7] tiles in the order in which blocks start */
    const uint64_t tile = ticket, begin = tile * TILE;

    TRACE_TICKET(tile, begin, count_from(begin, n));
    TRACE_PHASE(load);
    load_tile(in, n, begin + threadIdx.x, x, heads);
    const uint32_t in_tile = place_parts(heads, shared.part);
    if (threadIdx.x == 0)
        shared.all = in_tile;
    stage_tile(x, heads, &shared);
    TRACE_PHASE(look_back);
    if (threadIdx.x < WARP) {
        struct heads own;
        own.count = shared.all;
        own.last =
            own.count ? (uint32_t)begin + shared.at[own.count - 1] + 1 : 0;
        const struct heads before = join_tiles(&status, tile, own);
        const struct heads upto = join_heads(before, own);
        if (threadIdx.x == 0) {
            shared.before = before;
            if (tile == gridDim.x - 1)
                end_runs(lengths, runs, n, upto);
        }
    }
    __syncthreads(); /* [8] the heads before the tile are known */
    TRACE_PHASE(scatter);
    write_tile(values, lengths, begin, &shared);
}

#endif
