/* runs_tile.h - the runs of a tile, for the forms in which a block has one
 * tile: its heads are staged in shared memory, and then written.
 *
 *     in           7 1 1 1 5 5 5 5      before the tile: 6 elements in
 *     head         0 1 0 0 1 0 0 0      2 runs; the last run begins at 4
 *     at           1, 4                 each head's place in the tile
 *     values       . . 1 5              from 2 on
 *     lengths      . 3 3                6 + 1 - 4, 4 - 1
 *
 * places.h shows how heads find their places in a tile.
 */
#ifndef RUNS_TILE_H
#define RUNS_TILE_H

#include "places.h"

/* Heads of one tile, or of several that are side by side. */
struct heads {
    uint32_t count, last; /* last: a place, counted from 1; 0 if none */
};

DEVICE struct heads join_heads(struct heads left, struct heads right)
{
    left.count += right.count;
    left.last = right.last > left.last ? right.last : left.last;
    return left;
}

struct shared {
    uint32_t part[PARTS];
    uint32_t all;        /* heads of the tile */
    struct heads before; /* ... and before it */
    uint32_t at[TILE];   /* each head's place in the tile */
    T staged[TILE];
};

/* Called by a warp: returns which lanes of a row have a head. The first lane
 * reads the element to the left from memory; the others get it from their
 * neighbour. */
DEVICE uint32_t vote_on_row(const T *in, uint64_t n, uint64_t i, T x)
{
    const uint64_t own = i < n ? key(x) : 0;
    uint64_t left = __shfl_up_sync(ALL_LANES, own, 1);

    if (lane_of_thread() == 0 && i > 0 && i < n)
        left = key(in[i - 1]);
    return __ballot_sync(ALL_LANES, i < n && (i == 0 || own != left));
}

DEVICE void load_tile(const T *in, uint64_t n, uint64_t first, T *x,
                      uint32_t *heads)
{
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (first + row * BLOCK < n)
            x[row] = in[first + row * BLOCK];
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        heads[row] = vote_on_row(in, n, first + row * BLOCK, x[row]);
}

/* Stages heads in tile order, so that all threads can write them. */
DEVICE void stage_tile(const T *x, const uint32_t *heads, struct shared *shared)
{
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (heads[row] >> lane_of_thread() & 1) {
            const uint32_t place = kept_before(heads, shared->part, row);
            shared->staged[place] = x[row];
            shared->at[place] = row * BLOCK + threadIdx.x;
        }
    __syncthreads(); /* [6] all heads are staged */
}

/* Writes values, and the lengths of the runs that the tile's heads end. */
DEVICE void write_tile(T *values, uint32_t *lengths, uint64_t begin,
                       const struct shared *shared)
{
    const uint64_t before = shared->before.count;

    for (uint32_t k = threadIdx.x; k < shared->all; k += BLOCK) {
        const uint64_t at = begin + shared->at[k];
        const uint64_t left = k > 0 ? begin + shared->at[k - 1]
                                    : (uint64_t)shared->before.last - 1;
        values[before + k] = shared->staged[k];
        if (before + k > 0)
            lengths[before + k - 1] = (uint32_t)(at - left);
    }
}

/* Called by one thread, with the heads of all tiles: the end of the input ends
 * the last run. */
DEVICE void end_runs(uint32_t *lengths, uint64_t *runs, uint64_t n,
                     struct heads all)
{
    *runs = all.count;
    if (all.count > 0)
        lengths[all.count - 1] = (uint32_t)(n - (all.last - 1));
}

#endif
