/* flags_ahead.h - segmented scan by flags, look_ahead: the flags of a tile come
 * with it by bulk copy; a marker makes bits of them.
 *
 *     flags   0 1 0 0 0 0 0 0 | 1 0 0 9 0 0 0 1      8 for each lane, a byte
 * each bits    0x02            | 0x89                 ... and a bit
 *
 * The flag of place p is byte p + `past` from `base`, a multiple of 16 bytes.
 * So flags that are not aligned as the elements are come in bulk too.
 *
 * A kernel that includes this has `extern __shared__ uint4 units[]`, in which
 * launch.c gives the ring its room.
 */
#ifndef FLAGS_AHEAD_H
#define FLAGS_AHEAD_H

#include "gpu.h"

#define MARKERS_OF_T 2

/* A tile's flags, and up to a unit more where they are not aligned. */
#define FLAG_ROOM          (TILE + BULK_UNIT)
#define SENT_BYTES(stages) ((stages)*FLAG_ROOM)

struct heads {
    const uint8_t *base;
    uint32_t past;
};

#include "applications/head_bytes.h"
#include "applications/segments_ahead.h"

DEVICE struct heads heads_at(const uint8_t *flags, uint64_t skip)
{
    const uint8_t *const first = flags - skip; /* of place 0 */
    struct heads heads;

    heads.past = past_unit(first);
    heads.base = first - heads.past;
    return heads;
}

/* Past a tile's bytes, counted from `base`: those of its flags are among them,
 * all of which a unit more has at most. */
DEVICE uint64_t flags_end(const struct work *work, struct tile tile)
{
    return tile.begin + (uint64_t)tile.strips * STRIP +
           (work->heads.past > 0 ? BULK_UNIT : 0);
}

DEVICE struct extent flags_extent(const struct work *work, struct tile tile)
{
    const uint64_t past = work->heads.past, unit = BULK_UNIT;
    const uint64_t first = work->cut.skip + past, last = first + work->cut.n;
    const uint64_t end = flags_end(work, tile);
    struct extent e;

    e.from = tile.begin < first ? first : tile.begin;
    e.to = end < last ? end : last;
    e.bulk_from = (e.from + unit - 1) / unit * unit;
    e.bulk_to = e.to / unit * unit;
    if (e.bulk_from >= e.bulk_to)
        e.bulk_from = e.bulk_to = e.to;
    return e;
}

/* What the bulk copy does not take; where no element is, heads are. */
DEVICE void send_single_flags(const struct work *work, struct extent e,
                              struct tile tile, uint8_t *buffer)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    const uint64_t end = flags_end(work, tile);
    const uint8_t *const flags = work->heads.base;
    uint8_t *const at = buffer - tile.begin;

    for (uint64_t k = tile.begin + lane; k < e.from; k += WARP)
        at[k] = 1;
    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        at[k] = flags[k];
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        at[k] = flags[k];
    for (uint64_t k = e.to + lane; k < end; k += WARP)
        at[k] = 1;
    bulk_fence(); /* [30] a later bulk copy comes to the same place */
    __syncwarp(); /* [31] lane 0 arrives for all */
}

DEVICE void send_heads(const struct work *work, struct tile tile,
                       struct turn turn)
{
    const struct extent e = flags_extent(work, tile);
    uint8_t *const buffer = work->sent + turn.stage * FLAG_ROOM;
    struct barrier *const sent = &work->shared->plumbing.sent[turn.stage];

    send_single_flags(work, e, tile, buffer);
    if (e.bulk_from < e.bulk_to)
        bulk_load(&buffer[e.bulk_from - tile.begin],
                  &work->heads.base[e.bulk_from],
                  (uint32_t)(e.bulk_to - e.bulk_from), sent);
    else if (lane_of_thread() == 0)
        barrier_arrive(sent);
}

DEVICE void mark_heads(const struct work *work, uint32_t generation,
                       struct tile tile, struct turn turn)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint8_t *const buffer = work->sent + turn.stage * FLAG_ROOM;
    uint32_t *const bits = bits_of_stage(work, turn.stage);

    (void)generation;
    barrier_wait(&work->shared->plumbing.sent[turn.stage], turn.parity);
    make_bits(bits, buffer, work->heads.past, tile.strips * STRIP);
    __syncwarp(); /* [32] lane 0 has all bits, and arrives for all */
    if (lane == 0 && tile.begin == 0)
        bits[0] |= 1u << work->cut.skip; /* element 0 is a head */
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
    work.heads = heads_at(flags, work.cut.skip);
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    scan_ahead(work, units, &shared);
}

#endif
