/* kept_ahead.h - stream compaction in look-ahead's form: persistent blocks, and
 * warps with roles (filter, partition2, partition_reversed, rle).
 *
 *     loader     tile of generation 7 : global -> ring, by bulk copy
 *     packers    5, 6 : each packs its strips, and counts what is kept
 *     teller     4    : adds the strips' counts; publishes the tile's
 *     lookers    2, 3 : read B counts: how many are kept before my tile?
 *     storers    1    : strips: ring -> global, where they belong
 *
 * A tile is made of strips, a strip of ROWS rows, and a lane reads one element
 * of each row. The count of a strip or a tile is a *word* of 4 bytes, and the
 * count of everything before a tile is a *sum* of 8 bytes. The application
 * defines what words and sums mean, and how strips are packed and stored: see
 * "strips" below. kept_strip.h defines this for elements that a predicate
 * keeps, rle/runs_ahead.h for heads of runs. The barriers (bulk.h), one of each
 * kind for each buffer of the ring:
 *
 *     landed     loader -> packers      the tile is in the ring
 *     packed     packers -> teller      its strips are packed
 *     told       teller -> looker       its count is published
 *     placed     looker -> storers      what is kept before it is known
 *     stored     storers, teller -> loader      the buffer has been read
 *
 * and the barriers of relay.h, from one looker to the next. `told` and `placed`
 * cycle through twice as many slots as there are buffers: so two lookers work
 * with any number of buffers. This is algorithms/lookahead with counts instead
 * of folds: cut.h, board.h, generation.h, load.h and relay.h are its headers,
 * and its README explains why no block waits forever.
 *
 * An application that looks at the element to the left defines LEAD before it
 * includes this: LEAD elements before a tile are loaded with it.
 */
#ifndef KEPT_AHEAD_H
#define KEPT_AHEAD_H

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
#ifndef LEAD
#define LEAD 0 /* a multiple of 16 bytes */
#endif

#ifndef BLOCK
#define BLOCK 256 /* for kept_total.h */
#endif
#ifndef ITEMS
#define ITEMS 16
#endif
enum { CHUNK_ITEMS = ITEMS };

/* For cut.h, a lane's run is its elements from all rows. */
#undef ITEMS
#define ITEMS ROWS
#include "lookahead/cut.h"

#define AGGREGATE    uint32_t /* the word of a tile */
#define JOIN(a, b)   ((a) + (b))
#define NO_AGGREGATE 0
#define RUNNING      uint64_t /* the sum of all generations so far */
#include "lookahead/board.h"

enum {
    SLOTS = 2 * MAX_STAGES,
    BUFFER = LEAD + TILE, /* elements in a buffer of the ring */
    BOARD_COPIES = COPIES,
    LOOK_WARPS = LOOKERS,
    THREADS = WARP * (2 + LOOKERS + PACKERS + STORERS)
};

#include "lookahead/generation.h"
#include "lookahead/load.h"
#include "lookahead/relay.h"

/* What the warps of a block share. */
struct pipes {
    struct barrier landed[MAX_STAGES], packed[MAX_STAGES];
    struct barrier told[SLOTS], placed[SLOTS];
    struct barrier stored[MAX_STAGES];
    struct relay relay;
    uint32_t words[MAX_STAGES * STRIPS]; /* one for each strip */
    uint64_t front[SLOTS];               /* the sum before the tile */
    uint64_t all; /* the total, if an earlier launch has counted it */
};

/* The arguments of all roles. */
struct work {
    const T *in;
    T *out;
    uint32_t *lengths; /* lengths of runs: only for rle */
    uint64_t *count;   /* the number of kept elements */
    struct cut cut;
    struct board board;
    uint32_t stages;
    T *ring; /* buffers of BUFFER elements */
    struct pipes *pipes;
};

/* Returns a tile's first place in the ring. */
DEVICE T *tile_in_ring(const struct work *work, uint32_t stage)
{
    return work->ring + stage * BUFFER + LEAD;
}

DEVICE uint32_t *words_of_tile(const struct work *work, uint32_t stage)
{
    return &work->pipes->words[stage * STRIPS];
}

/* -------------------------------------------------------------- strips */

/* The sum of a whole generation, and of its tiles before this block's tile. */
struct sums {
    uint64_t all, before;
};

/* The application defines the following functions, each called by a warp.
 * Returns a strip's word; a strip without elements has the word 0. */
DEVICE uint32_t pack_strip(const struct cut *cut, struct tile place, T *strip);

/* Joins the words of a tile's first strips, at most WARP of them. */
DEVICE uint32_t join_words(const uint32_t *words, uint32_t strips);

/* Waits for the words of a generation's tiles. */
DEVICE struct sums look_at_words(const struct work *work, uint32_t generation,
                                 uint32_t tiles);

/* Called by one thread. */
DEVICE uint64_t join_sums(uint64_t left, uint64_t right);

/* Called by one thread: stores the sum of all elements. */
DEVICE void tell_all(const struct work *work, uint64_t sum);

/* Waits for `placed` of the tile's slot; arrives at `stored` of its stage. */
DEVICE void store_strip(const struct work *work, struct tile tile, uint32_t s,
                        uint32_t stage, struct turn slot);

/* -------------------------------------------------------------- loader */

/* Loads the elements that no bulk copy loads: those that share 16 bytes with
 * places outside the tile, or all elements if there is no bulk copy. */
DEVICE void load_elements(const struct work *work, struct extent e, T *at)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    const T *const in = work->in - work->cut.skip;

    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        put(&at[k], in[k]);
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        put(&at[k], in[k]);
    if (e.from < e.bulk_from || e.bulk_to < e.to)
        bulk_fence(); /* before the next copy into this buffer */
    __syncwarp();     /* [21] lane 0 arrives for all */
}

/* The extent of a tile and of the LEAD elements before it, if there are any. */
DEVICE struct extent extent_with_lead(const struct cut *cut, struct tile tile)
{
    struct extent e = extent_of(cut, tile, cut->loads_in_bulk);

    if (LEAD > 0 && tile.begin > 0) {
        e.from -= LEAD;
        e.bulk_from -= e.bulk_from < e.bulk_to ? LEAD : 0;
    }
    return e;
}

DEVICE void load_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        struct tile tile = tile_of(cut, g, blockIdx.x);
        const struct extent e = extent_with_lead(cut, tile);
        T *const at = tile_in_ring(work, turn.stage);
        struct barrier *const landed = &work->pipes->landed[turn.stage];

        if (tile.strips == 0)
            return;
        if (g >= work->stages)
            barrier_wait(&work->pipes->stored[turn.stage], turn.parity ^ 1);
        load_elements(work, e, at - tile.begin);
        tile.begin -= LEAD;
        load_in_bulk(work->in, cut, e, tile, at - LEAD, landed);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* ------------------------------------------------------------- packers */

/* Packs every PACKERS-th strip, whichever tile it is in. If a tile of the last
 * generation has fewer strips, the missing ones are strips without elements. */
DEVICE void pack_strips_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct strip_turn at = first_strip(me);

    for (; at.generation < generations;
         at = next_strip(at, PACKERS, work->stages)) {
        const struct tile tile = tile_of(cut, at.generation, blockIdx.x);
        const struct turn turn = at.turn;
        uint32_t word = 0;

        if (tile.strips == 0)
            return;
        barrier_wait(&work->pipes->landed[turn.stage], turn.parity);
        if (at.s < tile.strips)
            word = pack_strip(cut, strip_of(tile, at.s),
                              tile_in_ring(work, turn.stage) + at.s * STRIP);
        if (lane_of_thread() == 0)
            words_of_tile(work, turn.stage)[at.s] = word;
        __syncwarp(); /* [22] lane 0 arrives for all */
        if (lane_of_thread() == 0)
            barrier_arrive(&work->pipes->packed[turn.stage]);
    }
}

/* -------------------------------------------------------------- teller */

DEVICE void tell_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0), slot = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        if (tile_of(cut, g, blockIdx.x).strips == 0)
            return;
        barrier_wait(&work->pipes->packed[turn.stage], turn.parity);
        const uint32_t word =
            join_words(words_of_tile(work, turn.stage), STRIPS);
        __syncwarp(); /* [23] lane 0 arrives for all */
        if (lane_of_thread() == 0) {
            barrier_arrive(&work->pipes->stored[turn.stage]);
            publish_tile(&work->board, g, word);
            barrier_arrive(&work->pipes->told[slot.stage]);
        }
        turn = next_turn(turn, 1, work->stages);
        slot = next_turn(slot, 1, 2 * work->stages);
    }
}

/* ------------------------------------------------------------- lookers */

/* Waits until the block's tile LATE generations later is counted: by then the
 * other blocks' words are likely to be published. This only avoids repeated
 * reads of missing words: the looker waits for them anyway. */
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
    struct relay *const relay = &work->pipes->relay;
    struct turn slot = first_turn(me); /* there is a slot for each looker */
    uint32_t parity = 0;               /* of the lookers' own barriers */

    for (uint32_t g = me; g < generations; g += LOOKERS) {
        if (tile_of(cut, g, blockIdx.x).strips == 0)
            return;
        wait_for_own(work, g, slot);
        const struct sums sums = look_at_words(work, g, tiles_of(cut, g));

        if (lane_of_thread() == 0) { /* one lane only, so none lags behind */
            const uint64_t running =
                g > 0 ? take_running(relay, me, parity) : 0;
            const uint64_t upto = join_sums(running, sums.all);
            pass_on(relay, me, upto);
            work->pipes->front[slot.stage] = join_sums(running, sums.before);
            barrier_arrive(&work->pipes->placed[slot.stage]);
            if (blockIdx.x == 0 && g == generations - 1)
                tell_all(work, upto);
        }
        slot = next_turn(slot, LOOKERS, 2 * work->stages);
        parity ^= 1;
    }
}

/* ------------------------------------------------------------- storers */

/* Stores every STORERS-th strip, whichever tile it is in. */
DEVICE void store_strips_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct strip_turn at = first_strip(me), slot = at;

    for (; at.generation < generations;
         at = next_strip(at, STORERS, work->stages)) {
        const struct tile tile = tile_of(cut, at.generation, blockIdx.x);
        if (at.s < tile.strips) {
            barrier_wait(&work->pipes->packed[at.turn.stage], at.turn.parity);
            store_strip(work, tile, at.s, at.turn.stage, slot.turn);
        }
        slot = next_strip(slot, STORERS, 2 * work->stages);
    }
}

/* --------------------------------------------------------------- block */

/* Called by one thread, before any other uses the pipes. */
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
    lay_relay(&pipes->relay);
}

/* Called by all threads; waits for the launch before this one. */
DEVICE void begin_work(struct work *work, const T *in, T *out, uint64_t n,
                       uint64_t *count)
{
    if (threadIdx.x == 0)
        init_pipes(work->pipes, work->stages);
    work->in = in;
    work->out = out;
    work->count = count;
    work->cut = cut_up(in, in, n);
    __syncthreads(); /* [20] the barriers are initialised */
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
