/* regular_ahead.h - segmented scan of equal segments, look_ahead: a marker
 * computes the heads of a tile, as bits; nothing is read for them.
 *
 *     length     3
 *     comb       1 0 0 1 0 0 1 0      a word: all multiples of the length
 *     to head    0          1         from the word's first place
 *     bits       1 0 0 1 0 0 1 0 | 0 1 0 0 1 0 0 1 | ...      the comb moves up
 *
 * A lane has every 32nd word of the tile. A lane divides once, for its first
 * word; from one word to the next, the distance to a head shrinks by the number
 * of places in between, modulo the length.
 *
 * A kernel that includes this defines place_of(), and declares `extern
 * __shared__ uint4 units[]`, where launch.c reserves room for the ring.
 */
#ifndef REGULAR_AHEAD_H
#define REGULAR_AHEAD_H

#include "gpu.h"

#define MARKERS_OF_T SEGMENTS_FLAG_MARKERS(sizeof(T))
#define RUN_OF_T     SEGMENTS_RUN(sizeof(T))
#define MARK_BYTES   0 /* bits are computed */

struct heads {
    const uint64_t *length;
};

struct marker {
    uint64_t length;
    uint64_t stride; /* between a lane's words, modulo the length */
    uint32_t comb;   /* heads of a word that begins with a head */
};

#include "applications/segments/segments_ahead.h"
#include "applications/segments/head_fillers.h"

DEVICE struct marker first_marker(const struct work *work, uint32_t me)
{
    struct marker marker;

    (void)me;
    marker.length = *work->heads.length;
    marker.stride = place_of(WARP * WARP, marker.length);
    marker.comb = 0;
    for (uint64_t k = 0; k < WARP; k += marker.length)
        marker.comb |= 1u << k;
    return marker;
}

/* How many places is it from this one to the next head? Places before the first
 * element are filled later. */
DEVICE uint64_t way_to_head(const struct cut *cut, uint64_t place,
                            uint64_t length)
{
    if (place < cut->skip)
        return place_of(cut->skip - place, length);
    const uint64_t past = place_of(place - cut->skip, length);
    return past > 0 ? length - past : 0;
}

DEVICE void mark_heads(const struct work *work, struct marker *marker,
                       uint32_t generation, struct tile tile, struct turn turn)
{
    const uint32_t words = tile.strips * RUN, lane = lane_of_thread();
    const uint64_t length = marker->length, stride = marker->stride;
    uint32_t *const bits = bits_of_stage(work, turn.stage);
    uint64_t way = way_to_head(&work->cut, tile.begin + lane * WARP, length);

    wait_for_room(work, generation, turn);
    for (uint32_t w = lane; w < words; w += WARP) {
        bits[w] = way < WARP ? marker->comb << way : 0;
        way = way < stride ? way + length - stride : way - stride;
    }
    mark_fillers(&work->cut, tile, bits);
    __syncwarp(); /* [30] lane 0 arrives for all */
}

__global__ void __launch_bounds__(THREADS, 1)
    scan_segments_ahead(const T *in, const uint64_t *length, T *out, uint64_t n,
                        uint64_t *board, uint32_t stages, uint32_t launch)
{
    __shared__ struct shared_ahead shared;
    struct work work;

    work.in = in;
    work.out = out;
    work.cut = cut_up(in, out, n);
    work.heads.length = length;
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    scan_ahead(work, units, &shared);
}

#endif
