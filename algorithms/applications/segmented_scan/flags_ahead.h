/* flags_ahead.h - segmented scan by flags, look_ahead: a marker reads the flags
 * of a tile, 16 for each lane, and packs them into bits.
 *
 *     flags   0 1 0 0 0 0 0 0 1 0 0 9 0 0 0 1 | ...      16 bytes of a lane
 *     bits    0x8902                                     ... and bits
 *
 * The flags stay in registers until the bits of an earlier tile are no longer
 * needed: so they take no shared memory, and are ready before the tile is.
 *
 * A tile that has places without elements, or whose flags do not begin at a
 * multiple of 16 bytes, is marked by votes: 32 flags at a time.
 *
 * A kernel that includes this declares `extern __shared__ uint4 units[]`, where
 * launch.c reserves room for the ring.
 */
#ifndef FLAGS_AHEAD_H
#define FLAGS_AHEAD_H

#include "gpu.h"

#define MARKERS_OF_T SEGMENTS_FLAG_MARKERS(sizeof(T))
#define RUN_OF_T     SEGMENTS_RUN(sizeof(T))
#define MARK_BYTES   0 /* flags go from registers to bits */

struct heads {
    const uint8_t *flags; /* where place 0's flag is, or would be */
    uint32_t past;        /* a tile begins this far after a multiple of 16 */
};

struct marker { /* no state */
    char nothing;
};

#include "applications/segments/head_bytes.h"
#include "applications/segments/segments_ahead.h"

enum { /* of 16 flags; one unit more if not aligned */
       UNITS_OF_TILE = TILE / SIXTEEN,
       UNITS_OF_LANE = UNITS_OF_TILE / WARP + 1,
       VOTES = 16 /* flags per lane, in flight together */
};

DEVICE struct marker first_marker(const struct work *work, uint32_t me)
{
    struct marker marker;

    (void)work, (void)me;
    marker.nothing = 0;
    return marker;
}

/* Where the units of a tile begin. */
DEVICE const uint8_t *units_of(const struct work *work, struct tile tile)
{
    return work->heads.flags + tile.begin - work->heads.past;
}

/* Is each byte of the tile's units a flag? */
DEVICE bool comes_in_units(const struct work *work, struct tile tile)
{
    const struct cut *const cut = &work->cut;
    const uint64_t past = work->heads.past;
    const uint64_t end = tile.begin + (uint64_t)tile.strips * STRIP +
                         (past > 0 ? SIXTEEN - past : 0);

    return tile.begin >= cut->skip + past && end <= cut->skip + cut->n;
}

/* All loads are in flight before the first flag is used. */
DEVICE void load_flags(const struct work *work, struct tile tile,
                       uint4 own[UNITS_OF_LANE])
{
    const uint4 *const flags = (const uint4 *)units_of(work, tile);
    const uint32_t count =
        tile.strips * STRIP / SIXTEEN + (work->heads.past > 0);

    UNROLLED
    for (int r = 0; r < UNITS_OF_LANE; r++) {
        const uint32_t k = (uint32_t)(r * WARP + lane_of_thread());
        own[r] = k < count ? flags[k] : make_uint4(0, 0, 0, 0);
    }
}

/* Lane k has the bits of unit k of a row. They shift by `past`; missing bits
 * come from the next lane (for the last lane, from lane 0 of the next row). */
DEVICE uint32_t move_up(uint32_t bits, uint32_t row_later, uint32_t past)
{
    const int lane = lane_of_thread();
    const uint32_t right =
        __shfl_sync(ALL_LANES, lane == 0 ? row_later : bits, (lane + 1) % WARP);

    return (right << SIXTEEN | bits) >> past;
}

/* Element 0 is a head. */
DEVICE void mark_units(const struct work *work, const uint4 own[UNITS_OF_LANE],
                       struct tile tile, uint32_t *bits)
{
    const uint32_t count = tile.strips * STRIP / SIXTEEN;
    const uint32_t past = work->heads.past;
    uint32_t later = 0;

    UNROLLED
    for (int r = UNITS_OF_LANE - 1; r >= 0; r--) {
        const uint32_t k = (uint32_t)(r * WARP + lane_of_thread());
        const uint32_t row = bits_of_sixteen(own[r]);
        uint32_t mine = past > 0 ? move_up(row, later, past) : row;
        if (tile.begin == 0 && k == 0)
            mine |= 1;
        if (k < count)
            ((uint16_t *)bits)[k] = (uint16_t)mine;
        later = row;
    }
}

/* Places that are not elements are heads, too. */
DEVICE void mark_by_votes(const struct work *work, struct tile tile,
                          uint32_t *bits)
{
    const struct cut *const cut = &work->cut;
    const uint64_t end = cut->skip + cut->n;
    const uint32_t words = tile.strips * RUN;

    for (uint32_t w = 0; w < words; w += VOTES) {
        bool is_head[VOTES];
        UNROLLED
        for (uint32_t k = 0; k < VOTES; k++) {
            const uint64_t place =
                tile.begin + (w + k) * WARP + (uint64_t)lane_of_thread();
            const bool is_flag = place > cut->skip && place < end;
            is_head[k] = !is_flag || work->heads.flags[place] != 0;
        }
        UNROLLED
        for (uint32_t k = 0; k < VOTES; k++) {
            const uint32_t heads = __ballot_sync(ALL_LANES, is_head[k]);
            if (lane_of_thread() == 0 && w + k < words)
                bits[w + k] = heads;
        }
    }
}

DEVICE void mark_heads(const struct work *work, struct marker *marker,
                       uint32_t generation, struct tile tile, struct turn turn)
{
    const bool in_units = comes_in_units(work, tile);
    uint32_t *const bits = bits_of_stage(work, turn.stage);
    uint4 own[UNITS_OF_LANE];

    (void)marker;
    if (in_units)
        load_flags(work, tile, own);
    wait_for_room(work, generation, turn);
    if (in_units)
        mark_units(work, own, tile, bits);
    else
        mark_by_votes(work, tile, bits);
    __syncwarp(); /* [30] lane 0 arrives for all */
}

__global__ void __launch_bounds__(THREADS, 1)
    scan_segments_ahead(const T *in, const uint8_t *flags, T *out, uint64_t n,
                        uint64_t *board, uint32_t stages, uint32_t launch)
{
    __shared__ struct shared_ahead shared;
    struct work work;

    work.in = in;
    work.out = out;
    work.cut = cut_up(in, out, n);
    work.heads.flags = flags - work.cut.skip;
    work.heads.past = past_unit(work.heads.flags);
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    scan_ahead(work, units, &shared);
}

#endif
