/* kernel.cu - filter, in three forms. three_kernels counts, scans the counts,
 * and writes:
 *
 *     in             3 1 4 1 | 5 9 2 6 | 5 3 5 8     keep odd numbers
 *     count_tiles    3         2         3
 *     scan_counts    0         3         5           and the count: 8
 *     write_tiles    3 1 1   | 5 9     | 5 3 5
 *
 * The first two launches are those of kept_counts.h; places.h shows how a
 * tile is cut.
 * one_pass reads the input once (kept_one_pass.h). So does look_ahead, with
 * persistent blocks, at the speed of memory (kept_ahead.h).
 *
 * Cost: no op; 2n read (three_kernels) or n, kept elements written.
 * Try it: `scanlab run filter -d simt -n 40 --predicate odd`.
 * Source: OpenCL course day 3 (map, scan, scatter); Blelloch 1990.
 */
#include "gpu.h"

#define THREE_KERNELS 0
#define ONE_PASS      1
#define LOOK_AHEAD    2
#ifndef FORM
#define FORM THREE_KERNELS
#endif

#if FORM == THREE_KERNELS
#include "applications/compaction/kept.h"
#include "applications/compaction/kept_counts.h"

__global__ void __launch_bounds__(BLOCK)
    write_tiles(const T *in, T *out, const uint64_t *before, uint64_t n)
{
    __shared__ uint32_t part[PARTS];
    __shared__ uint64_t place; /* of the tile's first kept element */
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;
    uint32_t kept[ITEMS];

    if (threadIdx.x == 0)
        place = before[blockIdx.x];
    vote_on_tile(in, n, kept, part);
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (kept[row] >> lane_of_thread() & 1)
            out[place + kept_before(kept, part, row)] = in[first + row * BLOCK];
}
#elif FORM == ONE_PASS
#include "applications/compaction/kept.h"
#include "applications/compaction/kept_one_pass.h"

__global__ void __launch_bounds__(BLOCK)
    filter_tiles(const T *in, T *out, uint64_t *count, uint64_t n,
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
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (kept[row] >> lane_of_thread() & 1)
            staged[kept_before(kept, tile.part, row)] = x[row];
    __syncthreads(); /* [7] all is staged, and its place is known */
    for (uint32_t k = threadIdx.x; k < tile.all; k += BLOCK)
        out[tile.before + k] = staged[k];
}
#else
#include "predicate.h"

#define MOVES_OTHERS 0
#include "applications/compaction/kept_ahead.h"
#include "applications/compaction/kept_strip.h"

DEVICE uint64_t place_of(const struct work *work, const struct packed *packed,
                         uint32_t k)
{
    (void)work;
    return packed->before + k;
}

__global__ void __launch_bounds__(THREADS, 1)
    filter_ahead(const T *in, T *out, uint64_t *count, uint64_t n,
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
