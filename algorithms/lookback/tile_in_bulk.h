/* tile_in_bulk.h - look-back: bulk copies bring the tile to shared memory, and
 * it stays there. This is shared_tile.h with the interface that kernel.cu uses.
 *
 *      2  load        one bulk copy; no step 3
 *      4  reduce      each thread its run, which does not change
 *     10  scan        each thread its run, starting with its prefix
 *     11  store       a bulk copy for each warp
 */
#ifndef TILE_IN_BULK_H
#define TILE_IN_BULK_H

#include "shared_tile.h"

/* A thread's elements. */
struct held {
    T *run;
};

/* What the threads share for a load, besides the tile. */
struct arrival {
    struct barrier landed;
};

/* Called by all threads, before take_in(). With tickets, their barrier makes
 * all threads wait. */
DEVICE void expect_tile(struct arrival *arrival)
{
    if (threadIdx.x == 0)
        barrier_init(&arrival->landed, 1);
    if (!TICKETS)
        __syncthreads(); /* all wait for the barrier that thread 0 sets up */
}

/* Step 2. */
DEVICE void take_in(const T *in, int count, struct held *held, uint4 *units,
                    struct arrival *arrival)
{
    T *const tile = (T *)units;

    load_in_bulk(in, count, tile, &arrival->landed);
    held->run = tile + threadIdx.x * M;
}

/* Step 4. No op uses the result of a thread without elements. */
DEVICE T reduce_own(struct held *held, int own)
{
    return own > 0 ? reduce_run(held->run, own) : identity();
}

/* Steps 10 and 11. */
DEVICE void put_out(T *out, int count, struct held *held, uint4 *units, int own,
                    bool has_front, T front)
{
    scan_run(held->run, own, has_front, front);
    store_in_bulk(out, count, (const T *)units);
}

#endif
