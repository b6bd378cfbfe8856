/* offsets_ahead.h - segmented scan by offsets, look_ahead: a launch finds each
 * tile's range of offsets; then markers turn them into bytes, then bits.
 *
 *     offsets    0 3 3 8 10         segments of 3, 0, 5 and 2 elements
 *     tile       0         1         2          tiles of 4
 *     range      0,3       3,3       3,4        first offset not below tile
 *                                               and first not below the next
 *     bytes      1 0 0 1   0 0 0 0   1  0       for offsets 0 to 2, none, 3
 *
 * Elements are distributed evenly, whatever the segments are. Offsets are not:
 * a tile of short segments has many, and empty segments can pile up in one. A
 * lane reads four neighbours in one access, and READS such groups are in flight
 * before it uses the first. If a tile has only a FEW offsets per lane, they set
 * its bits directly. If a tile has more than CROWD offsets for each
 * element, a lane takes a word of bits: it bisects for its first offset, and
 * from each offset gallops past its equals, in logarithmic time.
 */
#ifndef OFFSETS_AHEAD_H
#define OFFSETS_AHEAD_H

#include "gpu.h"

#define MARKERS_OF_T SEGMENTS_OFFSET_MARKERS(sizeof(T))
#define RUN_OF_T     SEGMENTS_OFFSET_RUN(sizeof(T))
#define MARK_BYTES   (MARK_WARPS * TILE) /* bytes, separate for each marker */

struct heads {
    const uint32_t *offsets;
    uint64_t segments;
    const uint2 *ranges; /* the tiles' ranges, block by block */
};

/* The ranges of a marker's next turns, one in each lane, and the ranges of the
 * turns after those, which are loaded meanwhile. */
struct marker {
    uint2 now, later;
    uint32_t me;
};

#include "applications/segments/head_bytes.h"
#include "applications/segments/segments_ahead.h"
#include "applications/segments/head_fillers.h"

#define NO_OFFSET 0xffffffffu /* above that of any element */

#ifndef FEW
#define FEW 2 /* offsets per lane that are marked directly, without bytes */
#endif

enum {
    WIDE = 4, /* offsets per lane in one access */
    READS = 8 /* per lane, in flight together */
};

/* -------------------------------------------------------- each tile's range */

/* The index of the first offset that is not below the value, or `last`. */
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

/* The index of the range of a block's tile in a generation. */
DEVICE uint64_t range_at(const struct cut *cut, uint32_t generation,
                         uint32_t block)
{
    return (uint64_t)block * generations_of(cut) + generation;
}

/* The same among all offsets, in half the steps: three loads leave a quarter of
 * the range. */
DEVICE uint64_t find_first(const uint32_t *offsets, uint64_t count,
                           uint64_t value)
{
    uint64_t low = 0, high = count;

    while (low < high) {
        const uint64_t quarter = (high - low) / 4;
        uint64_t at[3];
        bool below[3];
        for (int k = 0; k < 3; k++) {
            at[k] = low + (uint64_t)(k + 1) * quarter;
            at[k] = at[k] < high ? at[k] : high - 1;
            below[k] = offsets[at[k]] < value;
        }
        for (int k = 0; k < 3; k++)
            if (below[k])
                low = at[k] + 1;
        for (int k = 2; k >= 0; k--)
            if (!below[k])
                high = at[k];
    }
    return low;
}

/* Finds where the ranges of tiles begin, and so where the ranges of the
 * preceding tiles end. Neighbouring threads take neighbouring tiles: their
 * searches read the same offsets for the most part. The grid has as many blocks
 * as the scan. */
__global__ void find_ranges(const T *in, const uint32_t *offsets, const T *out,
                            uint64_t n, uint64_t segments, uint32_t *ranges)
{
    const struct cut cut = cut_up(in, out, n);
    const uint32_t generations = generations_of(&cut);

    next_launch_may_begin();
    wait_for_launch_before();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
         i < generations * gridDim.x; i += gridDim.x * blockDim.x) {
        const uint32_t g = i / gridDim.x, b = i % gridDim.x;
        const struct tile tile = tile_of(&cut, g, b);
        const uint64_t begin =
            tile.begin > cut.skip ? tile.begin - cut.skip : 0;
        const bool is_last = g + 1 == generations && b + 1 == tiles_of(&cut, g);
        if (tile.strips == 0)
            continue;
        const uint32_t first = (uint32_t)find_first(offsets, segments, begin);
        ranges[2 * range_at(&cut, g, b)] = first;
        if (b > 0)
            ranges[2 * range_at(&cut, g, b - 1) + 1] = first;
        else if (g > 0)
            ranges[2 * range_at(&cut, g - 1, gridDim.x - 1) + 1] = first;
        if (is_last)
            ranges[2 * range_at(&cut, g, b) + 1] =
                (uint32_t)find_first(offsets, segments, n);
    }
}

/* ----------------------------------------------------------------- the bits */

/* What a marker must mark. */
struct stretch {
    uint64_t first, last; /* offsets */
    uint64_t begin;       /* the tile's first place, counted in elements: it
                             can be before element 0, and wrap */
};

/* Where offsets are first marked: a byte for each place of a tile. */
struct target {
    uint8_t *bytes;
    uint32_t begin, count;
};

/* Offsets of other tiles, before or after this one, are not marked. Of equal
 * offsets only the last is marked, so that no two lanes write the same byte. */
DEVICE void mark_one(const struct target *to, uint32_t offset, uint32_t after)
{
    const uint32_t place = offset - to->begin;

    if (place < to->count && offset != after)
        to->bytes[place] = 1;
}

/* Marks four offsets; `after` is the offset after them. */
DEVICE void mark_four(const struct target *to, uint4 four, uint32_t after)
{
    mark_one(to, four.x, four.y);
    mark_one(to, four.y, four.z);
    mark_one(to, four.z, four.w);
    mark_one(to, four.w, after);
}

/* Loads the unit in which the array ends: the last offset is not a head. */
DEVICE uint4 load_edge(const struct heads *heads, uint64_t at)
{
    const uint64_t left = heads->segments - at; /* up to two */
    uint4 four = make_uint4(NO_OFFSET, NO_OFFSET, NO_OFFSET, NO_OFFSET);

    if (left > 0)
        four.x = heads->offsets[at];
    if (left > 1)
        four.y = heads->offsets[at + 1];
    return four;
}

/* Lanes read neighbouring units of four: the offsets of a range, and any others
 * that are in the same units.
 *
 *     lane       0       1       2             31
 *     row 0    0 0 3 8|9 9 9 9|9 9 9 10| ... |40 41 41 42
 *     row 1   42 50 . .
 *
 * The offset after a lane's four is in the next lane (for the last lane, in
 * lane 0 of the next row); the offset after all of them belongs to a later
 * tile. The array can end, and begin, within a unit. */
DEVICE void mark_all(const struct heads *heads, const struct stretch *stretch,
                     const struct target *to)
{
    const uint32_t past = past_unit(heads->offsets) / sizeof(uint32_t);
    const uint32_t lane = (uint32_t)lane_of_thread();
    const bool is_cut = stretch->first + past < WIDE && past > 0;
    const uint64_t from = is_cut ? 1 : (stretch->first + past) / WIDE;
    const uint64_t end = (stretch->last + past + WIDE - 1) / WIDE;
    const uint64_t whole = (heads->segments + 1 + past) / WIDE;
    const uint32_t units = end > from ? (uint32_t)(end - from) : 0;
    const uint32_t inside = whole < end ? units - 1 : units;
    const uint4 *const unit = (const uint4 *)(heads->offsets - past) + from;
    uint4 edge = make_uint4(NO_OFFSET, NO_OFFSET, NO_OFFSET, NO_OFFSET);

    if (stretch->first == stretch->last)
        return;
    if (is_cut && lane < WIDE - past && lane < heads->segments)
        mark_one(to, heads->offsets[lane], heads->offsets[lane + 1]);
    if (inside < units && lane == inside % WARP)
        edge = load_edge(heads, (from + inside) * WIDE - past);
    for (uint32_t row = 0; row < units; row += WARP * READS) {
        uint4 four[READS];
        const uint32_t later = row + WARP * READS;
        uint32_t next = later < units ? edge.x : NO_OFFSET;
        UNROLLED
        for (int r = 0; r < READS; r++) {
            const uint32_t k = row + r * WARP + lane;
            four[r] = make_uint4(NO_OFFSET, NO_OFFSET, NO_OFFSET, NO_OFFSET);
            if (k == inside)
                four[r] = edge;
            if (k < inside)
                four[r] = unit[k];
        }
        if (lane == 0 && later < inside) { /* prefetches the later ones */
            const uint32_t left = inside - later, most = WARP * READS;
            bulk_prefetch(unit + later,
                          (left < most ? left : most) * BULK_UNIT);
            next = unit[later].x;
        }
        UNROLLED
        for (int r = 0; r < READS; r++) {
            const uint32_t below = r + 1 < READS ? four[r + 1].x : next;
            const uint32_t right = __shfl_sync(
                ALL_LANES, lane == 0 ? below : four[r].x, (lane + 1) % WARP);
            if (row + r * WARP < units)
                mark_four(to, four[r], right);
        }
    }
}

/* The index of the first offset above the one at `at`: steps double until one
 * is too long; then a bisection follows. */
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

/* For a tile with too many offsets: each lane computes whole words. */
DEVICE void mark_crowd(const struct heads *heads, const struct stretch *stretch,
                       uint32_t words, uint32_t *bits)
{
    const uint32_t *const offsets = heads->offsets;

    ROLLED
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

/* The ranges of a marker's next 32 turns, beginning with this generation's:
 * lane k has the range of turn k. */
DEVICE uint2 load_ranges(const struct work *work, uint32_t generation)
{
    const struct cut *const cut = &work->cut;
    const uint32_t mine = generation + (uint32_t)lane_of_thread() * MARK_WARPS;
    uint2 range = make_uint2(0, 0);

    if (mine < generations_of(cut) && tile_of(cut, mine, blockIdx.x).strips > 0)
        range = work->heads.ranges[range_at(cut, mine, blockIdx.x)];
    return range;
}

DEVICE struct marker first_marker(const struct work *work, uint32_t me)
{
    struct marker marker;

    marker.me = me;
    marker.now = load_ranges(work, me);
    marker.later = load_ranges(work, me + WARP * MARK_WARPS);
    return marker;
}

/* Called at the beginning of every group of 32 turns except the first. */
DEVICE void turn_ranges(const struct work *work, struct marker *marker,
                        uint32_t generation)
{
    const uint32_t turn = generation / MARK_WARPS;

    if (turn % WARP == 0 && turn > 0) {
        marker->now = marker->later;
        marker->later = load_ranges(work, generation + WARP * MARK_WARPS);
    }
}

/* What a marker must mark in its tile in this generation. */
DEVICE struct stretch stretch_of(const struct work *work,
                                 const struct marker *marker,
                                 uint32_t generation, struct tile tile)
{
    const int lane = (int)(generation / MARK_WARPS % WARP);
    struct stretch stretch;

    stretch.first = __shfl_sync(ALL_LANES, marker->now.x, lane);
    stretch.last = __shfl_sync(ALL_LANES, marker->now.y, lane);
    stretch.begin = tile.begin - work->cut.skip;
    return stretch;
}

/* The marker's own bytes: they can be marked before there is room for bits. */
DEVICE void mark_bytes(const struct heads *heads, const struct stretch *stretch,
                       uint8_t *bytes, uint32_t count)
{
    ROLLED
    for (uint32_t k = lane_of_thread(); k < count / SIXTEEN; k += WARP)
        ((uint4 *)bytes)[k] = make_uint4(0, 0, 0, 0);
    struct target to;
    to.bytes = bytes;
    to.begin = (uint32_t)stretch->begin;
    to.count = count;
    __syncwarp(); /* [30] no byte is marked before it is cleared */
    mark_all(heads, stretch, &to);
    __syncwarp(); /* [31] all are marked before any is read */
}

DEVICE void make_bits(uint32_t *bits, const uint8_t *bytes, uint32_t count)
{
    ROLLED
    for (uint32_t k = lane_of_thread(); k < count / SIXTEEN; k += WARP)
        ((uint16_t *)bits)[k] = bits_of_sixteen(((const uint4 *)bytes)[k]);
}

/* The few offsets of a tile, FEW in each lane, read before there is room. */
struct few {
    uint32_t offset[FEW];
};

DEVICE void load_few(const struct heads *heads, const struct stretch *stretch,
                     struct few *few)
{
    UNROLLED
    for (int k = 0; k < FEW; k++) {
        const uint64_t at =
            stretch->first + (uint64_t)(k * WARP + lane_of_thread());
        few->offset[k] = at < stretch->last ? heads->offsets[at] : NO_OFFSET;
    }
}

/* For a tile with few offsets: they are marked in its bits directly. */
DEVICE void mark_few(const struct few *few, const struct stretch *stretch,
                     uint32_t words, uint32_t *bits)
{
    const uint32_t begin = (uint32_t)stretch->begin;

    ROLLED
    for (uint32_t w = lane_of_thread(); w < words; w += WARP)
        bits[w] = 0;
    __syncwarp(); /* [34] no bit is set before its word is cleared */
    UNROLLED
    for (int k = 0; k < FEW; k++) {
        const uint32_t place = few->offset[k] - begin;
        if (few->offset[k] != NO_OFFSET && place < words * WARP)
            atomicOr(&bits[place / WARP], 1u << place % WARP);
    }
}

DEVICE void mark_heads(const struct work *work, struct marker *marker,
                       uint32_t generation, struct tile tile, struct turn turn)
{
    const uint32_t count = tile.strips * STRIP;
    turn_ranges(work, marker, generation);
    const struct stretch stretch = stretch_of(work, marker, generation, tile);
    const uint64_t offsets = stretch.last - stretch.first;
    const bool is_few = offsets <= FEW * WARP;
    const bool crowds = offsets > (uint64_t)CROWD * count;
    uint8_t *const bytes = work->marks + marker->me * TILE;
    uint32_t *const bits = bits_of_stage(work, turn.stage);
    struct few few;

    if (is_few)
        load_few(&work->heads, &stretch, &few);
    else if (!crowds)
        mark_bytes(&work->heads, &stretch, bytes, count);
    wait_for_room(work, generation, turn);
    if (is_few)
        mark_few(&few, &stretch, count / WARP, bits);
    else if (crowds)
        mark_crowd(&work->heads, &stretch, count / WARP, bits);
    else
        make_bits(bits, bytes, count);
    __syncwarp(); /* [32] bits are written before fillers join them */
    mark_fillers(&work->cut, tile, bits);
    __syncwarp(); /* [33] lane 0 arrives for all */
}

__global__ void __launch_bounds__(THREADS, 1)
    scan_segments_ahead(const T *in, const uint32_t *offsets, T *out,
                        uint64_t n, uint64_t segments, const uint32_t *ranges,
                        uint64_t *board, uint32_t stages, uint32_t launch)
{
    __shared__ struct shared_ahead shared;
    struct work work;

    work.in = in;
    work.out = out;
    work.cut = cut_up(in, out, n);
    work.heads.offsets = offsets;
    work.heads.segments = segments;
    work.heads.ranges = (const uint2 *)ranges;
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    scan_ahead(work, units, &shared);
}

#endif
