/* segments_ahead.h - a segmented scan in one pass, in look-ahead's form:
 * persistent blocks, no chain of tiles (algorithms/lookahead: read that first).
 *
 * As in look-ahead, the blocks take a generation of tiles, one each, then the
 * next, and warps have roles, each ahead of the next one. There is one more
 * role, for heads:
 *
 *     loader      tile of generation 7 : global -> ring, by bulk copy
 *     markers     5, 6 : the heads of a tile, as bits
 *     reducers    4, 5 : reduce strips since their last heads; publish a pair
 *     lookers     2, 3 : read B pairs; what comes before my tile?
 *     scanners    1    : scan strips, in place; ring -> global, by bulk copy
 *
 * A tile publishes a pair: whether it has a head, and the fold since the last
 * one. Pairs are joined so that a head discards all that came before it:
 *
 *     tile          0        1        2        3
 *     pair        1, 4     0, 26    1, 2     0, 6
 *     up to it    1, 4     1, 30    1, 2     1, 8
 *
 * The places of heads only decide which ops are applied: so one giant segment
 * takes as long as a copy, and so do millions of tiny ones.
 *
 * Places that are not elements, before the first and after the last, are heads:
 * no op is applied to their contents.
 *
 * Barriers: those of look-ahead, and `marked`, marker -> reducer. An includer
 * defines where heads are. Before it includes this:
 *
 *     MARK_BYTES              shared memory for bytes before they are bits
 *     MARKERS_OF_T, RUN_OF_T  warps; elements of a lane's run
 *     struct heads            where heads are read
 *     struct marker           what a marker keeps from turn to turn
 *
 * and after:
 *
 *     first_marker(work, me)  before the first turn of marker `me`
 *     mark_heads(work, marker, g, tile, turn)
 *                             by the marker g % MARK_WARPS; it waits until the
 *                             buffer may be filled, and returns when all its
 *                             lanes have marked
 */
#ifndef SEGMENTS_AHEAD_H
#define SEGMENTS_AHEAD_H

#include "applications/segments/segments_shape.h"

#ifndef RUN_ITEMS
#define RUN_ITEMS 0 /* elements of a lane's run, odd */
#endif
#ifndef STRIPS
#define STRIPS 0 /* of a tile */
#endif
#ifndef SCANNERS
#define SCANNERS 0 /* each takes a strip in turn */
#endif
#ifndef MARKERS
#define MARKERS 0 /* each takes a tile in turn */
#endif
#ifndef REDUCERS
#define REDUCERS 0 /* each takes a tile in turn */
#endif
#ifndef LOOKERS
#define LOOKERS 0 /* each takes a generation in turn */
#endif

#undef ITEMS /* drops other forms' value; the next line is for cut.h */
#define ITEMS       (RUN_ITEMS ? RUN_ITEMS : RUN_OF_T)
#define STRIPS_OF_T (STRIPS ? STRIPS : SEGMENTS_STRIPS(sizeof(T)))

#include "bulk.h"
#include "lookahead/cut.h"
#include "applications/segments/segments_strip.h"

enum { /* as given, or by the size of an element */
       SCAN_WARPS = SCANNERS ? SCANNERS : SEGMENTS_SCANNERS(sizeof(T)),
       MARK_WARPS = MARKERS ? MARKERS : MARKERS_OF_T,
       REDUCE_WARPS = REDUCERS ? REDUCERS : SEGMENTS_REDUCERS(sizeof(T)),
       LOOK_WARPS = LOOKERS ? LOOKERS : SEGMENTS_LOOKERS(sizeof(T)),
       BOARD_COPIES = SEGMENTS_COPIES(sizeof(T)), /* of each pair */
       THREADS =
           WARP * (1 + MARK_WARPS + REDUCE_WARPS + LOOK_WARPS + SCAN_WARPS)
};

/* ------------------------------------------------------------------- pairs */

/* The fold since the last head, in words, then whether there is a head. */
struct pair {
    uint32_t word[WORDS_OF_T + 1];
};

DEVICE struct pair pair_of(T fold, bool has_head)
{
    struct pair pair;

    for (int k = 0; k < WORDS_OF_T; k++)
        pair.word[k] = word_of(&fold, k);
    pair.word[WORDS_OF_T] = has_head;
    return pair;
}

DEVICE T fold_of(struct pair pair)
{
    T fold = identity();

    for (int k = 0; k < WORDS_OF_T; k++)
        ((uint32_t *)&fold)[k] = pair.word[k];
    return fold;
}

DEVICE struct pair join_pairs(struct pair a, struct pair b)
{
    if (b.word[WORDS_OF_T])
        return b;
    return pair_of(op(fold_of(a), fold_of(b)), a.word[WORDS_OF_T]);
}

#define AGGREGATE      struct pair
#define JOIN(a, b)     join_pairs(a, b)
#define NO_AGGREGATE   pair_of(identity(), false)
#define AGGREGATE_BITS 1 /* is there a head? */
#define OWN_LOOK_AT_ROUND

#include "lookahead/board.h"
#include "lookahead/generation.h"
#include "lookahead/load.h"
#include "lookahead/ring.h"

/* Here a vote finds which lanes have heads. */
DEVICE struct seen look_at_round(const struct board *board, uint32_t generation,
                                 uint32_t begin, uint32_t tiles)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t first = begin + lane * AHEAD, me = blockIdx.x;
    const int left = (int)tiles - (int)first; /* below 1: none */
    const uint32_t here = tiles - begin;
    const int lanes = here < ROUND ? (int)((here + AHEAD - 1) / AHEAD) : WARP;
    const uint32_t place = me < begin ? 0 : (me - begin) / AHEAD;
    const int at = place < WARP ? (int)place : WARP - 1; /* lane of this tile */
    struct pair x[AHEAD];
    T sum = identity(), before = identity();
    bool has_head = false, is_cut = false; /* head in lane; head before tile */
    struct seen seen;

    wait_for_tiles(board, row_of(generation, me % BOARD_COPIES, begin / ROUND),
                   left < AHEAD ? left : AHEAD, x);
    UNROLLED
    for (int k = 0; k < AHEAD; k++) {
        if (first + (uint32_t)k == me) {
            before = sum;
            is_cut = has_head;
        }
        if (k < left) {
            const bool is_head = x[k].word[WORDS_OF_T] != 0;
            sum = k == 0 || is_head ? fold_of(x[k]) : op(sum, fold_of(x[k]));
            has_head |= is_head;
        }
    }
    const uint32_t heads =
        __ballot_sync(ALL_LANES, (int)lane < lanes ? has_head : true);
    const uint32_t cuts = __ballot_sync(ALL_LANES, is_cut);
    const T upto = scan_warp_segments(sum, heads);
    const T front = shuffle_up(upto, 1);
    if ((int)lane == at && lane > 0 && !is_cut)
        before = first < me ? op(front, before) : front;
    seen.all = pair_of(shuffle_from(upto, lanes - 1),
                       (heads & bits_up_to(lanes - 1)) != 0);
    seen.before = pair_of(shuffle_from(before, at),
                          (cuts >> at & 1) ||
                              (at > 0 && (heads & bits_up_to(at - 1)) != 0));
    return seen;
}

/* ------------------------------------------------- what the warps share */

/* In shared memory, besides the ring. */
struct shared_ahead {
    struct plumbing plumbing;
    struct barrier marked[MAX_STAGES];
    uint4 start[(MAX_STAGES * TILE_STRIPS * sizeof(T) + 15) / 16];
    uint32_t strip_heads[MAX_STAGES]; /* a bit for each strip with a head */
};

/* The arguments of all roles. */
struct work {
    const T *in;
    T *out;
    struct heads heads;
    struct cut cut;
    struct board board;
    uint32_t stages;
    T *ring;        /* buffers of TILE elements */
    uint8_t *marks; /* buffers, MARK_BYTES in all: heads as bytes */
    uint32_t *bits; /* ... of HEAD_WORDS */
    T *start;       /* the prefix of each strip of each stage */
    struct shared_ahead *shared;
};

DEVICE uint32_t *bits_of_stage(const struct work *work, uint32_t stage)
{
    return work->bits + stage * HEAD_WORDS;
}

DEVICE struct marker first_marker(const struct work *work, uint32_t me);
DEVICE void mark_heads(const struct work *work, struct marker *marker,
                       uint32_t generation, struct tile tile, struct turn turn);

/* Waits until a buffer, and its bits, may be filled again. */
DEVICE void wait_for_room(const struct work *work, uint32_t generation,
                          struct turn turn)
{
    if (generation >= work->stages)
        barrier_wait(&work->shared->plumbing.stored[turn.stage],
                     turn.parity ^ 1);
}

/* ------------------------------------------------------------------ loader */

DEVICE void load_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct plumbing *const plumbing = &work->shared->plumbing;
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        const struct extent e = extent_of(cut, tile, cut->loads_in_bulk);
        T *const buffer = work->ring + turn.stage * TILE;
        struct barrier *const landed = &plumbing->landed[turn.stage];

        if (tile.strips == 0)
            return;
        wait_for_room(work, g, turn);
        load_singles(work->in, cut, e, tile, buffer);
        load_in_bulk(work->in, cut, e, tile, buffer, landed);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* ----------------------------------------------------------------- markers */

DEVICE void mark_tiles(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(me); /* of as many stages at least */
    struct marker marker = first_marker(work, me);

    for (uint32_t g = me; g < generations; g += MARK_WARPS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        mark_heads(work, &marker, g, tile, turn);
        if (lane_of_thread() == 0)
            barrier_arrive(&work->shared->marked[turn.stage]);
        turn = next_turn(turn, MARK_WARPS, work->stages);
    }
}

/* ---------------------------------------------------------------- reducers */

/* Joins the strips' folds: publishes the tile's pair, and stores the prefix of
 * each strip within the tile. */
DEVICE void join_strips(const struct work *work, uint32_t generation,
                        uint32_t stage, uint32_t strips, struct strip_fold mine)
{
    const int lane = lane_of_thread();
    const bool is_strip = lane < (int)strips;
    const uint32_t with_head =
        __ballot_sync(ALL_LANES, is_strip ? mine.has_head : true);
    const T upto = scan_warp_segments(mine.fold, with_head);
    const T left = shuffle_up(upto, 1);
    const bool has_head = (with_head & bits_up_to((int)strips - 1)) != 0;

    if (lane == (int)strips - 1)
        publish_tile(&work->board, generation, pair_of(upto, has_head));
    if (is_strip)
        put(&work->start[stage * TILE_STRIPS + lane],
            lane > 0 ? left : identity());
    if (lane == 0)
        work->shared->strip_heads[stage] = with_head;
}

DEVICE void reduce_tiles_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct plumbing *const plumbing = &work->shared->plumbing;
    struct turn turn = first_turn(me); /* of as many stages at least */

    for (uint32_t g = me; g < generations; g += REDUCE_WARPS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        barrier_wait(&work->shared->marked[turn.stage], turn.parity);
        barrier_wait(&plumbing->landed[turn.stage], turn.parity);
        const struct strip_fold mine =
            reduce_strips(work->ring + turn.stage * TILE,
                          bits_of_stage(work, turn.stage), tile.strips);
        join_strips(work, g, turn.stage, tile.strips, mine);
        __syncwarp(); /* [21] lane 0 arrives for all */
        if (lane_of_thread() == 0)
            barrier_arrive(&plumbing->reduced[turn.stage]);
        turn = next_turn(turn, REDUCE_WARPS, work->stages);
    }
}

/* ----------------------------------------------------------------- lookers */

/* Stores the prefix of each strip, now that the prefix of the tile is
 * known. */
DEVICE void put_starts(const struct work *work, uint32_t stage, uint32_t strips,
                       struct pair before)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    T *const start = &work->start[stage * TILE_STRIPS + lane];

    if (lane < strips && !is_below(work->shared->strip_heads[stage]))
        put(start,
            lane > 0 ? op(fold_of(before), fetch(start)) : fold_of(before));
}

DEVICE void look_ahead(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct plumbing *const plumbing = &work->shared->plumbing;
    const bool speaks = lane_of_thread() == 0;
    struct turn turn = first_turn(me); /* of as many stages at least */
    uint32_t parity = 0;               /* of the lookers' own barriers */

    for (uint32_t g = me; g < generations; g += LOOK_WARPS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        /* Until the block's own tile is reduced, few other tiles are ready. */
        barrier_wait(&plumbing->reduced[turn.stage], turn.parity);
        const struct seen seen =
            look_at_generation(&work->board, g, tiles_of(cut, g));
        const struct pair running =
            g > 0 ? take_running(&plumbing->relay, me, parity) : NO_AGGREGATE;

        __syncwarp(); /* [22] all lanes have read it before it is replaced */
        if (speaks)
            pass_on(&plumbing->relay, me,
                    g > 0 ? join_pairs(running, seen.all) : seen.all);
        put_starts(work, turn.stage, tile.strips,
                   blockIdx.x == 0 ? running
                   : g == 0        ? seen.before
                                   : join_pairs(running, seen.before));
        __syncwarp(); /* [23] lane 0 arrives for all */
        if (speaks)
            barrier_arrive(&plumbing->carried[turn.stage]);
        turn = next_turn(turn, LOOK_WARPS, work->stages);
        parity ^= 1;
    }
}

/* ---------------------------------------------------------------- scanners */

DEVICE void scan_one_strip(const struct work *work, struct tile tile,
                           uint32_t s, uint32_t stage)
{
    T *const strip = work->ring + stage * TILE + s * STRIP;

    scan_strip(strip, bits_of_stage(work, stage) + s * RUN,
               fetch(&work->start[stage * TILE_STRIPS + s]));
    bulk_fence(); /* [24] so that the bulk copy sees it */
    __syncwarp(); /* [25] lane 0 copies for all */
    store_strip(work->out, &work->cut, strip_of(tile, s), strip);
    bulk_stores_read(0);
    __syncwarp(); /* [26] lane 0 arrives for all */
}

/* Scans every SCAN_WARPS-th strip, whichever tile it is in. */
DEVICE void scan_strips_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct plumbing *const plumbing = &work->shared->plumbing;
    struct strip_turn at = first_strip(me);

    for (; at.generation < generations;
         at = next_strip(at, SCAN_WARPS, work->stages)) {
        const struct tile tile = tile_of(cut, at.generation, blockIdx.x);
        const struct turn turn = at.turn;
        if (at.s < tile.strips) {
            barrier_wait(&plumbing->carried[turn.stage], turn.parity);
            scan_one_strip(work, tile, at.s, turn.stage);
            if (lane_of_thread() == 0)
                barrier_arrive(&plumbing->stored[turn.stage]);
        }
    }
}

/* --------------------------------------------------------------- all roles */

/* `work` is complete except for its pointers to shared memory; `ring` has the
 * length that segments_ahead_launch.h computes. */
DEVICE void scan_ahead(struct work work, uint4 *ring,
                       struct shared_ahead *shared)
{
    uint32_t warp = threadIdx.x / WARP;

    work.ring = (T *)ring;
    work.marks = (uint8_t *)(work.ring + work.stages * TILE);
    work.bits = (uint32_t *)(work.marks + MARK_BYTES);
    work.start = (T *)shared->start;
    work.shared = shared;
    if (threadIdx.x == 0) {
        lay_plumbing(&shared->plumbing, work.stages, TILE_STRIPS);
        for (uint32_t k = 0; k < work.stages; k++)
            barrier_init(&shared->marked[k], 1);
    }
    __syncthreads(); /* [27] the barriers are there */
    next_launch_may_begin();
    wait_for_launch_before();

    if (warp == 0) {
        load_tiles(&work);
        return;
    }
    warp -= 1;
    if (warp < MARK_WARPS) {
        mark_tiles(&work, warp);
        return;
    }
    warp -= MARK_WARPS;
    if (warp < REDUCE_WARPS) {
        reduce_tiles_of(&work, warp);
        return;
    }
    warp -= REDUCE_WARPS;
    if (warp < LOOK_WARPS)
        look_ahead(&work, warp);
    else
        scan_strips_of(&work, warp - LOOK_WARPS);
}

#endif
