/* kept_ahead.h - filter and partition in look-ahead's form: blocks that stay,
 * and warps with roles (filter, partition2, partition_reversed).
 *
 *     loader     tile of generation 7 : global -> ring, by bulk copy
 *     packers    5, 6 : each packs its strips, and counts what is kept
 *     teller     4    : adds the strips' counts; publishes the tile's
 *     lookers    2, 3 : read B counts; what is kept before my tile?
 *     storers    1    : strips: ring -> global, where they belong
 *
 * A tile is made of strips, a strip of ROWS rows, and a lane reads its
 * element of each row. kept_strip.h says how a strip is packed and stored.
 * The barriers (bulk.h), one of each for a buffer of the ring:
 *
 *     landed     loader -> packers      the tile is in the ring
 *     packed     packers -> teller      its strips are packed
 *     told       teller -> looker       its count is published
 *     placed     looker -> storers      what is kept before it is known
 *     stored     storers, teller -> loader      the buffer has been read
 *
 * and `passed`, from a looker to the next one. `told` and `placed` go round
 * in twice as many slots as there are buffers: so two lookers go with any
 * number of buffers. It is
 * algorithms/lookahead with counts in place of folds: cut.h, board.h and
 * generation.h are its headers, and its README says why no block waits forever.
 *
 * Before it includes this, an application says by MOVES_OTHERS what becomes
 * of elements that are not kept: 0, nothing; or they are moved too, REVERSED
 * or IN_ORDER. Afterwards it defines place_of(), which says where.
 */
#ifndef KEPT_AHEAD_H
#define KEPT_AHEAD_H

#define REVERSED 1
#define IN_ORDER 2

#ifndef ROWS
#define ROWS 16
#endif
#ifndef STRIPS
#define STRIPS 12
#endif
#ifndef PACKERS
#define PACKERS 8
#endif
#ifndef STORERS
#define STORERS 8
#endif
#ifndef LOOKERS
#define LOOKERS 2
#endif
#ifndef COPIES
#define COPIES 2
#endif
#ifndef LATE
#define LATE 0
#endif

#ifndef BLOCK
#define BLOCK 256 /* of kept_total.h */
#endif
#ifndef ITEMS
#define ITEMS 16
#endif
enum { CHUNK_ITEMS = ITEMS };

/* A lane's run, for cut.h, is its elements of all rows. */
#undef ITEMS
#define ITEMS ROWS
#include "lookahead/cut.h"
#include "applications/kept_total.h"

#define AGGREGATE    uint32_t /* what is kept of a tile */
#define JOIN(a, b)   ((a) + (b))
#define NO_AGGREGATE 0
#include "lookahead/board.h"

enum {
    SLOTS = 2 * MOST_STAGES,
    BOARD_COPIES = COPIES,
    THREADS = WARP * (2 + LOOKERS + PACKERS + STORERS)
};

#include "lookahead/generation.h"
#include "lookahead/load.h"
#include "lookahead/turn.h"

/* What the warps of a block tell each other. */
struct pipes {
    struct barrier landed[MOST_STAGES], packed[MOST_STAGES];
    struct barrier told[SLOTS], placed[SLOTS];
    struct barrier stored[MOST_STAGES], passed[LOOKERS];
    uint32_t kept[MOST_STAGES * STRIPS]; /* of each strip */
    uint64_t front[SLOTS];               /* before the tile */
    uint64_t running[LOOKERS];           /* of all up to its generation */
    uint64_t all; /* in all: where an earlier launch has counted */
};

/* What all roles are given. */
struct work {
    const T *in;
    T *out;
    uint64_t *count;        /* of all that is kept */
    const uint64_t *counts; /* NULL, or of each block of an earlier launch */
    uint32_t counts_blocks;
    struct cut cut;
    struct board board;
    uint32_t stages;
    T *ring; /* buffers of TILE elements */
    struct pipes *pipes;
};

#include "applications/kept_strip.h"

/* -------------------------------------------------------------- loader */

/* What the bulk copy does not load: elements that share 16 bytes with what is
 * not ours, or all. */
DEVICE void load_elements(const struct work *work, struct extent e, T *at)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    const T *const in = work->in - work->cut.skip;

    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        put(&at[k], in[k]);
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        put(&at[k], in[k]);
    if (e.from < e.bulk_from || e.bulk_to < e.to)
        bulk_fence(); /* before the copy that fills the buffer next */
    __syncwarp();     /* [21] lane 0 arrives for all */
}

DEVICE void load_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        const struct extent e = extent_of(cut, tile, cut->loads_in_bulk);
        T *const buffer = work->ring + turn.stage * TILE;
        struct barrier *const landed = &work->pipes->landed[turn.stage];

        if (tile.strips == 0)
            return;
        if (g >= work->stages)
            barrier_wait(&work->pipes->stored[turn.stage], turn.parity ^ 1);
        load_elements(work, e, buffer - tile.begin);
        load_in_bulk(work->in, cut, e, tile, buffer, landed);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* ------------------------------------------------------------- packers */

/* Every PACKERS-th strip, whatever its tile. Where the last generation's tile
 * has fewer strips, nothing is kept of the others. */
DEVICE void pack_strips_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    uint32_t g = me / STRIPS, s = me % STRIPS;
    struct turn turn = first_turn(g); /* of as many stages at least */

    while (g < generations) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        uint32_t kept = 0;

        if (tile.strips == 0)
            return;
        barrier_wait(&work->pipes->landed[turn.stage], turn.parity);
        if (s < tile.strips)
            kept = pack_strip(cut, strip_of(tile, s),
                              work->ring + turn.stage * TILE + s * STRIP);
        if (lane_of_thread() == 0)
            work->pipes->kept[turn.stage * STRIPS + s] = kept;
        bulk_fence(); /* before the copy that fills the buffer next */
        __syncwarp(); /* [22] lane 0 arrives for all */
        if (lane_of_thread() == 0)
            barrier_arrive(&work->pipes->packed[turn.stage]);
        const uint32_t next = s + PACKERS;
        turn = next_turn(turn, next / STRIPS, work->stages);
        g += next / STRIPS;
        s = next % STRIPS;
    }
}

/* -------------------------------------------------------------- teller */

DEVICE void tell_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const int lane = lane_of_thread();
    struct turn turn = first_turn(0), slot = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        if (tile_of(cut, g, blockIdx.x).strips == 0)
            return;
        barrier_wait(&work->pipes->packed[turn.stage], turn.parity);
        const uint32_t all = __reduce_add_sync(
            ALL_LANES,
            lane < STRIPS
                ? work->pipes->kept[turn.stage * STRIPS + (uint32_t)lane]
                : 0);
        __syncwarp(); /* [23] lane 0 arrives for all */
        if (lane == 0) {
            barrier_arrive(&work->pipes->stored[turn.stage]);
            publish_tile(&work->board, g, all);
            barrier_arrive(&work->pipes->told[slot.stage]);
        }
        turn = next_turn(turn, 1, work->stages);
        slot = next_turn(slot, 1, 2 * work->stages);
    }
}

/* ------------------------------------------------------------- lookers */

/* What is kept of a generation's tiles, and of those before this block's. */
struct sums {
    uint32_t all, before;
};

/* By a warp. A lane reads the counts of AHEAD neighbours, a round of them at a
 * time. */
DEVICE struct sums look_at_counts(const struct board *board,
                                  uint32_t generation, uint32_t tiles)
{
    uint32_t all = 0, before = 0;
    struct sums sums;

    for (uint32_t begin = 0; begin < tiles; begin += ROUND) {
        const uint32_t first = begin + (uint32_t)lane_of_thread() * AHEAD;
        const int left = (int)tiles - (int)first; /* below 1: none */
        uint32_t x[AHEAD];

        wait_for_tiles(
            board, row_of(generation, blockIdx.x % BOARD_COPIES, begin / ROUND),
            left < AHEAD ? left : AHEAD, x);
        for (int k = 0; k < AHEAD; k++)
            if (k < left) {
                all += x[k];
                before += first + (uint32_t)k < blockIdx.x ? x[k] : 0;
            }
    }
    sums.all = __reduce_add_sync(ALL_LANES, all);
    sums.before = __reduce_add_sync(ALL_LANES, before);
    return sums;
}

/* Before its own tile is counted, others are hardly ready; and when some more
 * of its own are, all others are. Words that are not there yet would be read
 * again and again. That is all: what is not there is waited for. */
DEVICE void wait_for_own(const struct work *work, uint32_t g, struct turn slot)
{
    const uint32_t late = LATE < work->stages ? LATE : work->stages - 1;
    const uint32_t end = generations_of(&work->cut);

    if (g + late < end && tile_of(&work->cut, g + late, blockIdx.x).strips > 0)
        slot = next_turn(slot, late, 2 * work->stages);
    barrier_wait(&work->pipes->told[slot.stage], slot.parity);
}

DEVICE void look_ahead(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const uint32_t left = (me + LOOKERS - 1) % LOOKERS; /* the looker before */
    struct turn slot = first_turn(me); /* of as many slots at least */
    uint32_t parity = 0;               /* of the lookers' own barriers */

    if (me == 0 && work->counts) {
        const uint64_t all = sum_of_counts(work->counts, work->counts_blocks);
        if (lane_of_thread() == 0)
            work->pipes->all = all; /* `passed` tells the others */
    }
    for (uint32_t g = me; g < generations; g += LOOKERS) {
        if (tile_of(cut, g, blockIdx.x).strips == 0)
            return;
        wait_for_own(work, g, slot);
        const struct sums sums =
            look_at_counts(&work->board, g, tiles_of(cut, g));

        if (lane_of_thread() == 0) { /* no other lane can fall behind */
            uint64_t running = 0;
            if (g > 0) {
                barrier_wait(&work->pipes->passed[left],
                             me > 0 ? parity : parity ^ 1);
                running = work->pipes->running[left];
            }
            work->pipes->running[me] = running + sums.all;
            barrier_arrive(&work->pipes->passed[me]);
            work->pipes->front[slot.stage] = running + sums.before;
            barrier_arrive(&work->pipes->placed[slot.stage]);
            if (blockIdx.x == 0 && g == generations - 1)
                *work->count = running + sums.all;
        }
        slot = next_turn(slot, LOOKERS, 2 * work->stages);
        parity ^= 1;
    }
}

/* ------------------------------------------------------------- storers */

/* By a warp: what is kept of a tile, of the strips before this one. */
DEVICE uint32_t kept_before_strip(const uint32_t *kept, uint32_t s)
{
    const uint32_t lane = (uint32_t)lane_of_thread();

    return __reduce_add_sync(ALL_LANES, lane < s ? kept[lane] : 0);
}

/* Every STORERS-th strip, whatever its tile. */
DEVICE void store_strips_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    uint32_t g = me / STRIPS, s = me % STRIPS;
    struct turn turn = first_turn(g); /* of as many stages at least */
    struct turn slot = first_turn(g);

    while (g < generations) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (s < tile.strips) {
            const uint32_t *const kept =
                &work->pipes->kept[turn.stage * STRIPS];
            struct packed packed = packed_strip(cut, strip_of(tile, s));

            barrier_wait(&work->pipes->packed[turn.stage], turn.parity);
            packed.kept = kept[s];
            packed.before = kept_before_strip(kept, s);
            store_strip(work, &packed,
                        work->ring + turn.stage * TILE + s * STRIP, turn.stage,
                        slot);
        }
        const uint32_t next = s + STORERS;
        turn = next_turn(turn, next / STRIPS, work->stages);
        slot = next_turn(slot, next / STRIPS, 2 * work->stages);
        g += next / STRIPS;
        s = next % STRIPS;
    }
}

/* --------------------------------------------------------------- block */

/* By one thread, before any other uses them. */
DEVICE void init_pipes(struct pipes *pipes, uint32_t stages)
{
    for (uint32_t k = 0; k < stages; k++) {
        barrier_init(&pipes->landed[k], 1);
        barrier_init(&pipes->packed[k], STRIPS);
        barrier_init(&pipes->stored[k], STRIPS + 1);
    }
    for (uint32_t k = 0; k < 2 * stages; k++) {
        barrier_init(&pipes->told[k], 1);
        barrier_init(&pipes->placed[k], 1);
    }
    for (int k = 0; k < LOOKERS; k++)
        barrier_init(&pipes->passed[k], 1);
}

/* By all threads; waits for the launch before. */
DEVICE void begin_work(struct work *work, const T *in, T *out, uint64_t n,
                       uint64_t *count)
{
    if (threadIdx.x == 0)
        init_pipes(work->pipes, work->stages);
    work->in = in;
    work->out = out;
    work->count = count;
    work->counts = 0;
    work->cut = cut_up(in, in, n);
    __syncthreads(); /* [20] the barriers are there */
    next_launch_may_begin();
    wait_for_launch_before();
    if (n == 0 && threadIdx.x == 0)
        *count = 0;
}

enum { FIRST_LOOKER = 2, FIRST_PACKER = 2 + LOOKERS };
enum { FIRST_STORER = FIRST_PACKER + PACKERS };

DEVICE void take_roles(const struct work *work)
{
    const uint32_t warp = threadIdx.x / WARP;

    if (work->cut.n == 0)
        return;
    if (warp == 0)
        load_tiles(work);
    else if (warp == 1)
        tell_tiles(work);
    else if (warp < FIRST_PACKER)
        look_ahead(work, warp - FIRST_LOOKER);
    else if (warp < FIRST_STORER)
        pack_strips_of(work, warp - FIRST_PACKER);
    else
        store_strips_of(work, warp - FIRST_STORER);
}

#endif
