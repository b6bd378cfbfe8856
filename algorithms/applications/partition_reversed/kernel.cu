/* kernel.cu - partition in one pass: kept elements from the front, in order;
 * the others from the end, in reverse.
 *
 *     tile           0         1         2
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     odd numbers first
 *     publishes      P 3       A 2, P 5  A 3, P 8    what is kept
 *     before         0         3         5           found by looking back
 *     others before  0         1         3           4 - 3, 8 - 5
 *     staged         3 1 1 4   5 9 6 2   5 3 5 8
 *     out            3 1 1 5 9 5 3 5 | 8 6 2 4       each tile to two places
 *
 * The distance from the end to a tile's others is the number of others before
 * the tile: all elements before it, minus the kept ones. So no block needs the
 * total number of kept elements, as it would in a stable partition. One pass is
 * therefore enough: applications/compaction/kept_one_pass.h. look_ahead also
 * takes one pass, with persistent blocks, at memory speed: kept_ahead.h.
 *
 * Cost: no op; n read, n written.
 * Try it: `scanlab run partition_reversed -d simt -n 40 --predicate odd`.
 * Source: CUB's DevicePartition uses this order; Merrill and Garland,
 * NVR-2016-002, for looking back.
 */
#include "gpu.h"

#define ONE_PASS   1
#define LOOK_AHEAD 2
#ifndef FORM
#define FORM ONE_PASS
#endif

#if FORM == ONE_PASS
#include "applications/compaction/kept.h"
#include "applications/compaction/kept_one_pass.h"

/* Stages the tile in the order of `out`: kept elements from the front, the
 * others from the end. */
DEVICE void stage(const T *x, const uint32_t *kept, const uint32_t *part,
                  uint32_t count, T *staged)
{
    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const uint32_t i = (uint32_t)row * BLOCK + threadIdx.x;
        const uint32_t left = kept_before(kept, part, row);
        const bool is_kept = kept[row] >> lane_of_thread() & 1;
        if (i < count)
            staged[is_kept ? left : count - 1 - (i - left)] = x[row];
    }
}

__global__ void __launch_bounds__(BLOCK)
    partition_tiles(const T *in, T *out, uint64_t *count, uint64_t n,
                    uint32_t *counter, uint64_t *words, uint32_t launch)
{
    __shared__ struct kept_tile tile;
    __shared__ T staged[TILE];
    struct status status;
    uint32_t kept[ITEMS];
    T x[ITEMS];

    status.words = words;
    status.launch = launch;
    join_kept(in, n, counter, &status, count, x, kept, &tile);
    const uint64_t begin = (uint64_t)tile.ticket * TILE;
    const uint32_t own = n - begin < TILE ? (uint32_t)(n - begin) : TILE;

    stage(x, kept, tile.part, own, staged);
    __syncthreads(); /* [7] all is staged, and its place is known */
    const uint64_t others = begin - tile.before; /* of the tiles before */
    for (uint32_t k = threadIdx.x; k < own; k += BLOCK)
        out[k < tile.all ? tile.before + k : n - others - own + k] =
            staged[k];
}
#else
#include "predicate.h"

#define MOVES_OTHERS REVERSED
#include "applications/compaction/kept_ahead.h"
#include "applications/compaction/kept_strip.h"

DEVICE uint64_t place_of(const struct work *work, const struct packed *packed,
                         uint32_t k)
{
    const uint64_t others = packed->begin - packed->before; /* before these */

    return k < packed->kept
               ? packed->before + k
               : work->cut.n - others - packed->count + k;
}

__global__ void __launch_bounds__(THREADS, 1)
    partition_ahead(const T *in, T *out, uint64_t *count, uint64_t n,
                    uint64_t *board, uint32_t stages, uint32_t launch)
{
    extern __shared__ uint4 ring[];
    __shared__ struct pipes pipes;
    struct work work;

    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    work.ring = (T *)ring;
    work.pipes = &pipes;
    begin_work(&work, in, out, n, count);
    take_roles(&work);
}
#endif
