/* kernel.cu - partition: kept elements first, then the others, both in order;
 * two forms. three_kernels:
 *
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     odd numbers first
 *     count_tiles    3         2         3
 *     scan_counts    0         3         5           and the count: 8
 *     write_tiles    3 1 1     5 9       5 3 5       from 0, 3 and 5
 *                    4         2 6       8           from 8 + 0, 8 + 1, 8 + 3
 *
 * The number of unkept elements before a place is the number of all elements
 * before it, minus that of the kept ones: no second scan is needed. The first
 * two launches are those of kept_counts.h; places.h shows how a tile is cut.
 * look_ahead first counts all kept elements (kept_total.h), then writes with
 * persistent blocks, at the speed of memory (kept_ahead.h).
 *
 * Cost: no op; 2n read, n written.
 * Try it: `scanlab run partition2 -d simt -n 40 --predicate odd`.
 * Source: OpenCL course day 3, "Partition2".
 */
#include "gpu.h"

#define THREE_KERNELS 0
#define LOOK_AHEAD    2
#ifndef FORM
#define FORM THREE_KERNELS
#endif

#if FORM == THREE_KERNELS
#include "applications/compaction/kept.h"
#include "applications/compaction/kept_counts.h"

__global__ void __launch_bounds__(BLOCK)
    write_tiles(const T *in, T *out, const uint64_t *before,
                const uint64_t *count, uint64_t n)
{
    __shared__ uint32_t part[PARTS];
    __shared__ uint64_t place, all; /* of the tile's first kept element */
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;
    uint32_t kept[ITEMS];

    if (threadIdx.x == 0) {
        place = before[blockIdx.x];
        all = *count;
    }
    vote_on_tile(in, n, kept, part);
    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const uint64_t i = first + row * BLOCK;
        const uint64_t left = place + kept_before(kept, part, row);
        if (i < n)
            out[kept[row] >> lane_of_thread() & 1 ? left : all + i - left] =
                in[i];
    }
}
#else
#include "predicate.h"

#define MOVES_OTHERS IN_ORDER
#include "applications/compaction/kept_ahead.h"
#include "applications/compaction/kept_strip.h"
#include "applications/compaction/kept_total.h"

DEVICE uint64_t place_of(const struct work *work, const struct packed *packed,
                         uint32_t k)
{
    const uint64_t others = packed->begin - packed->before; /* before these */

    return k < packed->kept
               ? packed->before + k
               : work->pipes->all + others + k - packed->kept;
}

__global__ void __launch_bounds__(THREADS, 1)
    partition_ahead(const T *in, T *out, uint64_t *count, uint64_t n,
                    uint64_t *board, uint32_t stages, uint32_t launch,
                    const uint64_t *counts, uint32_t blocks)
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
    if (threadIdx.x / WARP == FIRST_LOOKER) { /* `passed` tells the others */
        const uint64_t all = sum_of_counts(counts, blocks);
        if (lane_of_thread() == 0)
            pipes.all = all;
    }
    take_roles(&work);
}
#endif
