/* kernel.cu - segmented scan of equal segments: heads are counted, not read;
 * two forms.
 *
 *     length   3
 *     in       1 2 3 4 | 5 6 7 8 | 9 10          tiles of 4
 *     place    0 1 2 0   1 2 0 1   2 0           i % length
 *     bits     1 0 0 1   0 0 1 0   0 1           heads: place 0
 *
 * one_pass: a thread divides once, for its first element, and counts on from
 * there. The rest works as with flags (segments/segments_one_pass.h). A tile in
 * which a segment begins publishes P immediately; a tile that begins with
 * a head does not look back; so if the length of segments divides that of a
 * tile, no tile looks back. In look_ahead nothing waits for a chain of tiles:
 * regular_ahead.h.
 *
 * Cost: 2n + 5n/M ops at most; 2n elements.
 * Try it: `scanlab run segmented_scan_regular -d simt -n 20 --exclusive`.
 * Source: Futhark report, section 7, which leaves it open; Sengupta, Harris,
 * Garland, NVR-2008-003 (reach).
 */
#include "gpu.h"

#ifndef FORM
#define FORM 0
#endif

extern __shared__ uint4 units[]; /* of the tile, or of the ring */

/* The place of element i in its segment. 64-bit division is slow. */
DEVICE uint64_t place_of(uint64_t i, uint64_t length)
{
    return (i | length) >> 32 ? i % length : (uint32_t)i % (uint32_t)length;
}

#if FORM == 1
#include "applications/segmented_scan_regular/regular_ahead.h"
#else
#include "tile_scan.h" /* load_tile(), store_tile(): M per thread */
#include "applications/segments/segments.h"
#include "applications/segments/segments_one_pass.h"

/* Bit i: the thread's own element i is a head, or does not exist. */
DEVICE uint32_t heads_of_thread(uint64_t length, uint64_t begin, int count)
{
    const int first = (int)threadIdx.x * M;
    uint64_t place = place_of(begin + first, length);
    uint32_t heads = 0;

    UNROLLED
    for (int i = 0; i < M; i++) {
        heads |= (uint32_t)(place == 0 || first + i >= count) << i;
        place = place + 1 == length ? 0 : place + 1;
    }
    return heads;
}

__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_in_one_pass(const T *in, const uint64_t *length, T *out, uint64_t n,
                     uint32_t *counter, uint64_t *words, uint32_t launch)
{
    __shared__ struct one_pass shared;
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
    load_tile(in + begin, count, &mine, units);
    const uint32_t heads = heads_of_thread(*length, begin, count);
    TRACE_PHASE(scan);
    scan_mine_in_one_pass(mine.x, heads, &tiles, &shared);
    TRACE_PHASE(store);
    store_tile(out + begin, count, &mine, units);
}
#endif
