/* offsets_ahead.h - segmented scan by offsets, look_ahead: a launch finds each
 * tile's first offset; then markers make bits of a tile's offsets.
 *
 *     offsets    0 3 3 8 10         segments of 3, 0, 5 and 2 elements
 *     tile       0         1         2          tiles of 4
 *     firsts     0         3         3    (4)   offsets not below the tile
 *     bits       1 0 0 1   0 0 0 0   1  0       of offsets 0 to 2, none, 3
 *
 * Elements are dealt out evenly, whatever the segments are. Offsets are not:
 * a tile of short segments has many, and empty ones may pile up in one tile.
 * A lane reads four neighbours at once, a warp READS times as many before it
 * looks at the first. Where a tile has more than CROWD offsets for each
 * element, a lane takes a word of bits: it bisects for its first offset, and
 * from each one gallops past its equals, which is as long as a logarithm.
 */
#ifndef OFFSETS_AHEAD_H
#define OFFSETS_AHEAD_H

#include "gpu.h"

#define MARKERS_OF_T       4
#define SENT_BYTES(stages) (MARK_WARPS * TILE) /* bytes of each marker's */

struct heads {
    const uint32_t *offsets;
    uint64_t segments;
    const uint32_t *firsts; /* of each tile, and of what comes after all */
};

#include "applications/head_bytes.h"
#include "applications/segments_ahead.h"

#define NO_OFFSET 0xffffffffu /* above that of any element */

enum {
    WIDE = 4, /* offsets of a lane in one access */
    READS = 8 /* of a lane, under way at once */
};

/* -------------------------------------------------------- each tile's first */

/* The first of these offsets that is not below the value, or `last`. */
DEVICE uint64_t bisect(const uint32_t *offsets, uint64_t first, uint64_t last,
                       uint64_t value)
{
    while (first < last) {
        const uint64_t middle = first + (last - first) / 2;
        if (offsets[middle] < value)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/* Block b finds those of the tiles that block b will scan: as many blocks. */
__global__ void find_firsts(const T *in, const uint32_t *offsets, const T *out,
                            uint64_t n, uint64_t segments, uint32_t *firsts)
{
    const struct cut cut = cut_up(in, out, n);
    const uint32_t generations = generations_of(&cut);

    next_launch_may_begin();
    wait_for_launch_before();
    for (uint32_t g = threadIdx.x; g < generations; g += blockDim.x) {
        const struct tile tile = tile_of(&cut, g, blockIdx.x);
        const uint64_t begin =
            tile.begin > cut.skip ? tile.begin - cut.skip : 0;
        const uint64_t at = (uint64_t)g * gridDim.x + blockIdx.x;
        const bool is_last =
            g + 1 == generations && blockIdx.x + 1 == tiles_of(&cut, g);
        if (tile.strips > 0)
            firsts[at] = (uint32_t)bisect(offsets, 0, segments, begin);
        if (is_last)
            firsts[at + 1] = (uint32_t)bisect(offsets, 0, segments, n);
    }
}

/* ----------------------------------------------------------------- the bits */

struct four {
    uint32_t offset[WIDE];
};

/* What a marker is to mark. */
struct stretch {
    uint64_t first, last; /* offsets */
    uint64_t begin;       /* the tile's first place, counted in elements: it
                             may lie before element 0, and wrap */
};

/* The bits of places that are no elements, in this word of a tile. */
DEVICE uint32_t bits_of_fillers(const struct cut *cut, uint64_t place)
{
    const uint64_t end = cut->n + cut->skip;
    uint32_t bits = 0;

    if (place < cut->skip) /* fewer than a word has */
        bits = (1u << cut->skip) - 1;
    if (place + WARP > end)
        bits |= place < end ? ALL_LANES << (end - place) : ALL_LANES;
    return bits;
}

/* Four offsets from `at` on, where they are to be marked, and the one after
 * them. Of equal ones the last is marked, so that no two lanes write a byte. */
DEVICE void mark_four(uint8_t *bytes, const struct stretch *stretch,
                      uint64_t at, struct four four, uint32_t next)
{
    const bool whole =
        (int64_t)at >= (int64_t)stretch->first && at + WIDE <= stretch->last;

    UNROLLED
    for (int k = 0; k < WIDE; k++) {
        const uint32_t offset = four.offset[k];
        const uint32_t after = k + 1 < WIDE ? four.offset[k + 1] : next;
        if (offset != after &&
            (whole || (at + k >= stretch->first && at + k < stretch->last)))
            bytes[offset - (uint32_t)stretch->begin] = 1;
    }
}

/* Four offsets, of which the first is at a multiple of 16 bytes. */
DEVICE struct four load_four(const struct heads *heads, uint64_t at)
{
    struct four four;

    if ((int64_t)at >= 0 && at + WIDE <= heads->segments + 1) {
        const uint4 all = *(const uint4 *)(heads->offsets + at);
        four.offset[0] = all.x;
        four.offset[1] = all.y;
        four.offset[2] = all.z;
        four.offset[3] = all.w;
    } else {
        for (int k = 0; k < WIDE; k++)
            four.offset[k] =
                at + k <= heads->segments ? heads->offsets[at + k] : 0;
    }
    return four;
}

/* Lanes read neighbours. The first place may be up to three before offset 0:
 * it wraps, and so is above all others. */
DEVICE void mark_all(const struct heads *heads, const struct stretch *stretch,
                     uint8_t *bytes)
{
    const uint64_t past = past_unit(heads->offsets) / sizeof(uint32_t);
    const uint64_t from = (stretch->first + past) / WIDE;
    const uint64_t end = (stretch->last + past + WIDE - 1) / WIDE;
    const int lane = lane_of_thread();

    for (uint64_t unit = from; unit < end; unit += WARP * READS) {
        struct four four[READS];
        uint32_t next[READS];
        UNROLLED
        for (int r = 0; r < READS; r++) {
            const uint64_t mine = unit + r * WARP + lane;
            const uint64_t at = mine * WIDE - past;
            four[r].offset[0] = next[r] = NO_OFFSET;
            if (mine < end) {
                four[r] = load_four(heads, at);
                if (lane == WARP - 1 && at + WIDE <= heads->segments)
                    next[r] = heads->offsets[at + WIDE];
            }
        }
        UNROLLED
        for (int r = 0; r < READS; r++) {
            const uint64_t mine = unit + r * WARP + lane;
            const uint32_t right =
                __shfl_down_sync(ALL_LANES, four[r].offset[0], 1);
            if (mine < end)
                mark_four(bytes, stretch, mine * WIDE - past, four[r],
                          lane < WARP - 1 ? right : next[r]);
        }
    }
}

/* The first of these offsets that is above that of `at`: steps that double,
 * until one is too long; then back. */
DEVICE uint64_t gallop(const uint32_t *offsets, uint64_t at, uint64_t last)
{
    const uint64_t value = (uint64_t)offsets[at] + 1;
    uint64_t step = 1;

    while (last - at > step && offsets[at + step] < value) {
        at += step;
        step *= 2;
    }
    return bisect(offsets, at + 1, last - at > step ? at + step : last, value);
}

/* Of too many offsets: each lane whole words. */
DEVICE void mark_crowd(const struct heads *heads, const struct stretch *stretch,
                       uint32_t words, uint32_t *bits)
{
    const uint32_t *const offsets = heads->offsets;

    for (uint32_t w = lane_of_thread(); w < words; w += WARP) {
        const uint32_t from = w * WARP, end = from + WARP;
        uint32_t mine = 0;
        /* Places before element 0 have no offsets. */
        const uint64_t value = stretch->begin + from;
        uint64_t k = (int64_t)value < 0 ? stretch->first
                                        : bisect(offsets, stretch->first,
                                                 stretch->last, value);
        while (k < stretch->last) {
            const uint32_t place = (uint32_t)(offsets[k] - stretch->begin);
            if (place >= end)
                break;
            mine |= 1u << place % WARP;
            k = gallop(offsets, k, stretch->last);
        }
        bits[w] = mine;
    }
}

DEVICE void send_heads(const struct work *work, struct tile tile,
                       struct turn turn)
{
    (void)work, (void)tile, (void)turn; /* markers fetch them */
}

/* What a marker is to mark of its tile in this generation. */
DEVICE struct stretch stretch_of(const struct work *work, uint32_t generation,
                                 struct tile tile)
{
    const uint32_t *const firsts =
        work->heads.firsts + (uint64_t)generation * gridDim.x + blockIdx.x;
    struct stretch stretch;

    stretch.first = firsts[0];
    stretch.last = firsts[1];
    stretch.begin = tile.begin - work->cut.skip;
    return stretch;
}

/* Brings offsets closer, which are marked a turn later; of a crowd its
 * beginning. */
DEVICE void prefetch_offsets(const struct heads *heads,
                             const struct stretch *stretch)
{
    const uint64_t past = past_unit(heads->offsets) / sizeof(uint32_t);
    const uint64_t from = (stretch->first + past + WIDE - 1) / WIDE;
    const uint64_t to = (stretch->last + past) / WIDE;
    const uint64_t units = to - from < TILE ? to - from : TILE;

    if (to > from && lane_of_thread() == 0)
        bulk_prefetch(heads->offsets + (from * WIDE - past),
                      (uint32_t)units * BULK_UNIT);
}

/* Bytes of its own: they may be marked before there is room for bits. */
DEVICE void mark_bytes(const struct heads *heads, const struct stretch *stretch,
                       uint8_t *bytes, uint32_t count)
{
    for (uint32_t k = lane_of_thread(); k < count / 16; k += WARP)
        ((uint4 *)bytes)[k] = make_uint4(0, 0, 0, 0);
    __syncwarp(); /* [30] no byte is marked before it is cleared */
    mark_all(heads, stretch, bytes);
    __syncwarp(); /* [31] all are marked before any is read */
}

/* Places that are no elements are heads. */
DEVICE void mark_fillers(const struct cut *cut, struct tile tile,
                         uint32_t *bits)
{
    const uint32_t words = tile.strips * RUN;

    if (tile.begin >= cut->skip &&
        tile.begin + words * WARP <= cut->n + cut->skip)
        return;   /* there are none */
    __syncwarp(); /* [32] the bits are there */
    for (uint32_t w = lane_of_thread(); w < words; w += WARP)
        bits[w] |= bits_of_fillers(cut, tile.begin + w * WARP);
}

DEVICE void mark_heads(const struct work *work, uint32_t generation,
                       struct tile tile, struct turn turn)
{
    const uint32_t count = tile.strips * STRIP, later = generation + MARK_WARPS;
    const struct stretch stretch = stretch_of(work, generation, tile);
    const bool crowds = stretch.last - stretch.first > (uint64_t)CROWD * count;
    uint8_t *const bytes = work->sent + generation % MARK_WARPS * TILE;
    uint32_t *const bits = bits_of_stage(work, turn.stage);
    struct stretch next = stretch;

    next.first = next.last; /* none */
    if (later < generations_of(&work->cut)) {
        const struct tile after = tile_of(&work->cut, later, blockIdx.x);
        if (after.strips > 0)
            next = stretch_of(work, later, after);
    }
    if (!crowds)
        mark_bytes(&work->heads, &stretch, bytes, count);
    prefetch_offsets(&work->heads, &next);
    if (generation >= work->stages)
        barrier_wait(&work->shared->plumbing.stored[turn.stage],
                     turn.parity ^ 1);
    if (crowds)
        mark_crowd(&work->heads, &stretch, count / WARP, bits);
    else
        make_bits(bits, bytes, 0, count);
    mark_fillers(&work->cut, tile, bits);
    __syncwarp(); /* [33] lane 0 arrives for all */
}

__global__ void __launch_bounds__(THREADS, 1)
    scan_segments_ahead(const T *in, const uint32_t *offsets, T *out,
                        uint64_t n, uint64_t segments, const uint32_t *firsts,
                        uint64_t *board, uint32_t stages, uint32_t launch)
{
    __shared__ struct shared_ahead shared;
    struct work work;

    work.in = in;
    work.out = out;
    work.cut = cut_up(in, out, n);
    work.heads.offsets = offsets;
    work.heads.segments = segments;
    work.heads.firsts = firsts;
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    scan_ahead(work, units, &shared);
}

#endif
