/* kernel.cu - segmented scan by offsets: each tile finds its heads in them.
 * look_ahead is in offsets_ahead.h; this is one_pass.
 *
 *     offsets    0 3 3 8 10         segments of 3, 0, 5 and 2 elements
 *     tile       0         1         2          tiles of 4
 *     in         1 2 3 4 | 5 6 7 8 | 9 10
 *     first      0         3         3          first offset not below the tile
 *     last       3         3         4          ... not below the next tile
 *     bits       1 0 0 1   0 0 0 0   1  0       a bit for each offset between
 *
 * The rest works as with flags: applications/segments/segments_one_pass.h.
 *
 * A warp searches: its lanes look at 32 offsets at a time, which narrows the
 * range to a 33rd: even a billion offsets take six steps, while one thread
 * would need thirty. Meanwhile other warps load the tile.
 *
 * Elements are distributed evenly, whatever the segments are. Offsets are not
 * evenly distributed: empty segments can pile up in one tile. If a tile has
 * more than CROWD offsets for each element, each element is looked up among the
 * offsets instead.
 *
 * Cost: 2n + 5n/M ops at most; 2n elements, and the offsets once.
 * Try it: `scanlab run segmented_scan_csr -d simt -n 20 --exclusive`.
 * Source: Sengupta, Harris, Zhang, Owens, Graphics Hardware 2007; Merrill and
 * Garland, NVR-2016-002.
 */
#include "gpu.h"

#ifndef FORM
#define FORM 0
#endif
#ifndef CROWD
#define CROWD 16 /* about what a bisection looks at */
#endif

extern __shared__ uint4 units[]; /* of the tile, or of the ring */

#if FORM == 1
#include "applications/segmented_scan_csr/offsets_ahead.h"
#else
#include "tile_scan.h" /* load_tile(), store_tile(): M per thread */
#include "applications/segments/segments.h"
#include "applications/segments/segments_one_pass.h"

/* The heads of a tile, in shared memory. */
struct heads {
    uint32_t bits[TILE / WARP]; /* one for each element */
    uint64_t first, last;       /* its offsets are [first, last) */
};

/* ------------------------------------------------------------------- search */

/* By all lanes of a warp: the index of the first offset that is not below the
 * value, or `count`. */
DEVICE uint64_t first_not_below(const uint32_t *offsets, uint64_t count,
                                uint64_t value)
{
    uint64_t low = 0, length = count; /* it is in low .. low + length */

    while (length > 0) {
        const uint64_t end = low + length, step = length / (WARP + 1) + 1;
        const uint64_t at = low + (lane_of_thread() + 1) * step - 1;
        const uint32_t below = __ballot_sync(
            ALL_LANES, at < end && offsets[at] < value);
        low += (uint64_t)__popc(below) * step;
        length = end - low < step ? end - low : step - 1;
    }
    return low;
}

/* By one thread: is the value among these offsets (at least one)? */
DEVICE bool is_among(const uint32_t *offsets, uint64_t first,
                     uint64_t last, uint64_t value)
{
    while (last - first > 1) {
        const uint64_t middle = first + (last - first) / 2;
        if (offsets[middle] <= value)
            first = middle;
        else
            last = middle;
    }
    return offsets[first] == value;
}

/* -------------------------------------------------------------------- heads */

/* The first warp and the last one search, in parallel if these are two
 * warps; all clear the bits. */
DEVICE void search_heads(const uint32_t *offsets, uint64_t segments,
                         uint64_t begin, int count, struct heads *heads)
{
    const int warp = (int)threadIdx.x / WARP;

    for (int i = (int)threadIdx.x; i < TILE / WARP; i += BLOCK)
        heads->bits[i] = 0;
    if (warp == 0) {
        const uint64_t first = first_not_below(offsets, segments, begin);
        if (lane_of_thread() == 0)
            heads->first = first;
    }
    if (warp == WARPS - 1) {
        const uint64_t last =
            first_not_below(offsets, segments, begin + count);
        if (lane_of_thread() == 0)
            heads->last = last;
    }
}

/* After a barrier: sets a bit for each offset; or, if there are too many, takes
 * a vote for each row of a warp. */
DEVICE void mark_heads(const uint32_t *offsets, uint64_t begin, int count,
                       struct heads *heads)
{
    const uint64_t first = heads->first, last = heads->last;

    if (last - first <= (uint64_t)CROWD * TILE) {
        for (uint64_t k = first + threadIdx.x; k < last; k += BLOCK) {
            const uint32_t i = (uint32_t)(offsets[k] - begin);
            /* atomic: others set bits of the same word */
            atomicOr(&heads->bits[i / WARP], 1u << i % WARP);
        }
        return;
    }
    for (int i = (int)threadIdx.x; i < TILE; i += BLOCK) {
        const uint32_t row = __ballot_sync(
            ALL_LANES,
            i < count && is_among(offsets, first, last, begin + i));
        if (lane_of_thread() == 0)
            heads->bits[i / WARP] = row;
    }
}

/* Bit i: the thread's own element i is a head, or does not exist. */
DEVICE uint32_t heads_of_thread(const struct heads *heads, int count)
{
    const int word = (int)threadIdx.x * M / WARP;
    const int rest = count - (int)threadIdx.x * M;
    const uint32_t own = bits_of_lane(
        heads->bits[word], heads->bits[(word + 1) % (TILE / WARP)]);

    return rest >= M  ? own
           : rest > 0 ? own | (bits_up_to(M - 1) & ~bits_up_to(rest - 1))
                      : bits_up_to(M - 1);
}

/* ------------------------------------------------------------------- kernel */

__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_in_one_pass(const T *in, const uint32_t *offsets, T *out,
                     uint64_t n, uint64_t segments, uint32_t *counter,
                     uint64_t *words, uint32_t launch)
{
    __shared__ struct one_pass shared;
    __shared__ struct heads heads;
    struct descriptors tiles;
    union own mine;

    tiles.words = words;
    tiles.launch = launch;
    take_ticket(counter, &shared);
    __syncthreads(); /* [5] all wait for thread 0's draw */
    const uint64_t begin = (uint64_t)shared.ticket * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(shared.ticket, begin, count);
    TRACE_PHASE(load);
    search_heads(offsets, segments, begin, count, &heads);
    load_tile(in + begin, count, &mine, units);
    __syncthreads(); /* [6] all wait for both searches, and for no bits */
    mark_heads(offsets, begin, count, &heads);
    __syncthreads(); /* [7] all bits are set before any is read */
    const uint32_t own = heads_of_thread(&heads, count);
    TRACE_PHASE(scan);
    scan_mine_in_one_pass(mine.x, own, &tiles, &shared);
    TRACE_PHASE(store);
    store_tile(out + begin, count, &mine, units);
}
#endif
