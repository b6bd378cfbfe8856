/* kernel.cu - look-ahead: one pass, persistent blocks, no chain of tiles.
 *
 * The grid has as many blocks as can run at once. Together they take a
 * generation of tiles, one each, then the next:
 *
 *     generation 0   | tile 0 | tile 1 | ... | tile B-1 |
 *     generation 1   | tile 0 | tile 1 | ...
 *
 * No block looks back for a prefix. Every block reads the aggregates of
 * a whole generation, and computes the prefix of its own tile and the
 * prefix of the next generation. The aggregates are published
 * before they are needed: warps have roles, tiles are in a ring of
 * buffers in shared memory, and each role is ahead of the next one.
 *
 *     loader     tile of generation 7 : global -> ring, by bulk copy
 *     reducers   4, 5 : reduce strips; publish the tile's aggregate
 *     lookers    2, 3 : read B aggregates; what comes before my tile?
 *     scanners   1    : scan strips, in place; ring -> global, by bulk copy
 *
 * The roles share only barriers in shared memory (bulk.h), one of each
 * kind for each buffer:
 *
 *     landed     loader -> reducer      the tile is in the ring
 *     reduced    reducer -> looker      its strips are reduced
 *     carried    looker -> scanners     the start of each strip is known
 *     stored     scanners -> loader     the buffer may be filled again
 *
 * and `passed`, from one looker to the next: the total of all generations
 * before (relay.h). A warp that waits for a phase of a barrier must have seen
 * the previous phase end, since a wait is given only a parity. So a buffer
 * always belongs to the same reducer and looker, and its strips to the same
 * scanners: launch.c chooses the number of buffers accordingly.
 *
 * A small n is one generation and needs no ring: scan_once_1 to _32 in once.h.
 * Read next: cut.h (how n is cut), board.h (how aggregates travel),
 * generation.h (how they are read), load.h (how a tile is loaded), ring.h (what
 * the roles share), shape.h (how many warps of each role); peers.h (several
 * GPUs).
 *
 * Cost: about 2n + n/9 ops; 2n traffic, and B*B aggregates read for each
 * generation.
 * Source: the look-ahead scan of CUB (NVIDIA/cccl) publishes aggregates
 * only; Merrill and Garland, NVR-2016-002, for what it leaves out.
 * Try it: delete bulk_fence() and run
 * `scanlab verify lookahead --source kernel.cu`.
 */
#include "lookahead/cut.h"
#include "lookahead/once.h"

#ifndef SCANNERS
#define SCANNERS 0 /* each takes a strip in turn */
#endif
#ifndef REDUCERS
#define REDUCERS 0 /* each takes a tile in turn */
#endif
#ifndef LOOKERS
#define LOOKERS 0 /* each takes a generation in turn */
#endif
#ifndef COPIES
#define COPIES 0 /* of each aggregate: blocks read different ones */
#endif
#ifndef GPUS
#define GPUS 1 /* of one host, each with its chunks: peers.h */
#endif

enum { /* as given, or chosen by the size of an element */
    SCAN_WARPS = SCANNERS ? SCANNERS : USUAL_SCANNERS(sizeof(T)),
    REDUCE_WARPS = REDUCERS ? REDUCERS : USUAL_REDUCERS(sizeof(T)),
    LOOK_WARPS = LOOKERS ? LOOKERS : USUAL_LOOKERS(sizeof(T)),
    BOARD_COPIES = COPIES     ? COPIES
                   : GPUS > 1 ? 1
                              : USUAL_COPIES(sizeof(T)),
    THREADS = WARP * (1 + REDUCE_WARPS + LOOK_WARPS + SCAN_WARPS),
    TOGETHER = 4 /* strips that a reducer takes side by side */
};

#define FIRST_ROUND_APART 1
#include "lookahead/generation.h"
#include "lookahead/load.h"
#define RING_STAGES MOST_STAGES(GPUS, sizeof(T))
#include "lookahead/ring.h"

struct peers;

/* The arguments of all roles. */
struct work {
    const T *in;
    T *out;
    struct cut cut;
    struct board board;
    uint32_t stages;
    T *ring;  /* buffers of TILE elements */
    T *start; /* the prefix of each strip of each stage */
    struct plumbing *plumbing;
};

#if GPUS > 1
#include "lookahead/peers.h"
#endif

/* -------------------------------------------------------------- loader */

DEVICE void load_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        const struct extent e = extent_of(cut, tile, cut->loads_in_bulk);
        T *const buffer = work->ring + turn.stage * TILE;
        struct barrier *const landed = &work->plumbing->landed[turn.stage];

        if (tile.strips == 0)
            return;
        if (g >= work->stages)
            barrier_wait(&work->plumbing->stored[turn.stage],
                         turn.parity ^ 1);
        load_singles(work->in, cut, e, tile, buffer);
        load_in_bulk(work->in, cut, e, tile, buffer, landed);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* ------------------------------------------------------------ reducers */

/* The first element of each run takes in all that comes before the run in
 * its strip. Lane s gets the fold of strip s. */
DEVICE T reduce_strips(T *buffer, uint32_t strips)
{
    const int lane = lane_of_thread();
    T mine = identity();

    for (uint32_t s = 0; s < strips; s += TOGETHER) {
        T first[TOGETHER], sum[TOGETHER];
        for (int u = 0; u < TOGETHER; u++) {
            if (s + u >= strips)
                break;
            T *const run = buffer + (s + u) * STRIP + lane * RUN;
            sum[u] = first[u] = fetch(&run[0]);
            for (int i = 1; i < RUN; i++)
                sum[u] = op(sum[u], fetch(&run[i]));
        }
        for (int u = 0; u < TOGETHER; u++) {
            if (s + u >= strips)
                break;
            sum[u] = scan_warp(sum[u], WARP);
        }
        for (int u = 0; u < TOGETHER; u++) {
            if (s + u >= strips)
                break;
            const T left = shuffle_up(sum[u], 1);
            const T fold = shuffle_from(sum[u], WARP - 1);
            if (lane > 0)
                put(buffer + (s + u) * STRIP + lane * RUN,
                    op(left, first[u]));
            if (lane == (int)(s + u))
                mine = fold;
        }
    }
    return mine;
}

/* `peers`: the other GPUs, where the aggregate is published too; or NULL. */
DEVICE void reduce_tiles_of(const struct work *work, const struct peers *peers,
                            uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const int lane = lane_of_thread();
    struct turn turn = first_turn(me); /* of as many stages at least */

    for (uint32_t g = me; g < generations; g += REDUCE_WARPS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        barrier_wait(&work->plumbing->landed[turn.stage], turn.parity);
        const T fold =
            reduce_strips(work->ring + turn.stage * TILE, tile.strips);
        const T upto = scan_warp(fold, (int)tile.strips);
        if (lane == (int)tile.strips - 1) {
            publish_tile(&work->board, g, upto);
#if GPUS > 1
            publish_far(peers, work->board.launch, g, upto);
#endif
        }
        const T left = shuffle_up(upto, 1);
        if (lane < (int)tile.strips)
            put(&work->start[turn.stage * TILE_STRIPS + lane],
                lane > 0 ? left : identity());
        __syncwarp(); /* lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->reduced[turn.stage]);
        turn = next_turn(turn, REDUCE_WARPS, work->stages);
    }
}

/* ------------------------------------------------------------- lookers */

DEVICE void look_ahead(const struct work *work, uint32_t me, const T *carry)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const uint32_t lane = (uint32_t)lane_of_thread();
    struct relay *const relay = &work->plumbing->relay;
    struct turn turn = first_turn(me); /* at least as many stages as lookers */
    uint32_t parity = 0; /* of the lookers' own barriers */

    for (uint32_t g = me; g < generations; g += LOOK_WARPS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        /* Until its own tile is reduced, few others are ready. */
        barrier_wait(&work->plumbing->reduced[turn.stage], turn.parity);
        const struct seen seen =
            look_at_generation(&work->board, g, tiles_of(cut, g));

        T running = carry ? *carry : identity();
        if (g > 0)
            running = take_running(relay, me, parity);
        __syncwarp(); /* all lanes have read it before it is replaced */
        if (lane == 0)
            pass_on(relay, me, op(running, seen.all));
        if (lane < tile.strips) {
            T *const start = &work->start[turn.stage * TILE_STRIPS + lane];
            const T front =
                blockIdx.x > 0 ? op(running, seen.before) : running;
            put(start, lane > 0 ? op(front, fetch(start)) : front);
        }
        __syncwarp(); /* lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->carried[turn.stage]);
        turn = next_turn(turn, LOOK_WARPS, work->stages);
        parity ^= 1;
    }
}

/* ------------------------------------------------------------ scanners */

/* Scans a strip in place; each run begins with its prefix. */
DEVICE void scan_strip(T *strip, T start)
{
    const int lane = lane_of_thread();
    T *const run = strip + lane * RUN;
    T sum = op(start, fetch(&run[0]));

    if (!EXCLUSIVE) {
        put(&run[0], sum);
        for (int i = 1; i < RUN; i++) {
            sum = op(sum, fetch(&run[i]));
            put(&run[i], sum);
        }
    } else { /* each element moves on by one, the last to the next lane */
        for (int i = 1; i < RUN; i++) {
            const T x = fetch(&run[i]);
            put(&run[i], sum);
            sum = op(sum, x);
        }
        const T left = shuffle_up(sum, 1);
        put(&run[0], lane > 0 ? left : start);
    }
}

/* Scans every SCAN_WARPS-th strip, whatever its tile. */
DEVICE void scan_strips_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct strip_turn at = first_strip(me);

    for (; at.generation < generations;
         at = next_strip(at, SCAN_WARPS, work->stages)) {
        const struct tile tile = tile_of(cut, at.generation, blockIdx.x);
        const struct turn turn = at.turn;
        if (at.s < tile.strips) {
            T *const strip =
                work->ring + turn.stage * TILE + at.s * STRIP;
            barrier_wait(&work->plumbing->carried[turn.stage],
                         turn.parity);
            scan_strip(strip,
                       fetch(&work->start[turn.stage * TILE_STRIPS + at.s]));
            bulk_fence(); /* the bulk copy must see it */
            __syncwarp(); /* lane 0 copies for all */
            store_strip(work->out, cut, strip_of(tile, at.s), strip);
            bulk_stores_read(0);
            __syncwarp(); /* lane 0 arrives for all */
            if (lane_of_thread() == 0)
                barrier_arrive(&work->plumbing->stored[turn.stage]);
        }
    }
}

/* -------------------------------------------------------------- kernel */

/* Sets up what all roles share; all threads call it. */
DEVICE struct work begin_work(const T *in, T *out, uint64_t n, uint64_t *board,
                              uint32_t stages, uint32_t launch, uint4 *ring,
                              uint4 *start, struct plumbing *plumbing)
{
    struct work work;

    if (threadIdx.x == 0)
        lay_plumbing(plumbing, stages, TILE_STRIPS);
    work.in = in;
    work.out = out;
    work.cut = cut_up(in, out, n);
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    work.ring = (T *)ring;
    work.start = (T *)start;
    work.plumbing = plumbing;
    __syncthreads(); /* all barriers are set up */
    next_launch_may_begin();
    wait_for_launch_before();
    return work;
}

/* The kernels have one block per multiprocessor: all of them must run at once.
 * Dynamic shared memory: `stages` buffers. */
#if GPUS == 1
__global__ void __launch_bounds__(THREADS, 1)
    scan_ahead(const T *in, T *out, uint64_t n, const T *carry,
               uint64_t *board, uint32_t stages, uint32_t launch)
{
    extern __shared__ uint4 ring[];
    __shared__ struct plumbing plumbing;
    __shared__ uint4 start[(RING_STAGES * TILE_STRIPS * sizeof(T) + 15) / 16];
    const uint32_t warp = threadIdx.x / WARP;
    const struct work work = begin_work(in, out, n, board, stages, launch,
                                        ring, start, &plumbing);

    if (warp == 0)
        load_tiles(&work);
    else if (warp < 1 + REDUCE_WARPS)
        reduce_tiles_of(&work, nullptr, warp - 1);
    else if (warp < 1 + REDUCE_WARPS + LOOK_WARPS)
        look_ahead(&work, warp - 1 - REDUCE_WARPS, carry);
    else
        scan_strips_of(&work, warp - 1 - REDUCE_WARPS - LOOK_WARPS);
}
#else
/* n: the elements of this GPU, out of `all`. */
__global__ void __launch_bounds__(PEER_THREADS, 1)
    scan_over_gpus(const T *in, T *out, uint64_t n, const T *carry,
                   uint64_t *board, uint32_t stages, uint64_t *const *boards,
                   uint32_t set, uint32_t gpu, uint32_t gpus, uint64_t all,
                   uint32_t launch)
{
    extern __shared__ uint4 ring[];
    __shared__ struct plumbing plumbing;
    __shared__ struct joining joining;
    __shared__ uint4 start[(RING_STAGES * TILE_STRIPS * sizeof(T) + 15) / 16];
    enum { NEAR = 1 + REDUCE_WARPS, FAR = NEAR + LOOK_WARPS,
           JOINER = FAR + FAR_WARPS };
    const uint32_t warp = threadIdx.x / WARP;
    const struct peers peers = {boards, set, gpu, gpus, all};

    if (threadIdx.x == 0)
        lay_joining(&joining, stages);
    const struct work work = begin_work(in, out, n, board, stages, launch,
                                        ring, start, &plumbing);

    if (warp == 0)
        load_tiles(&work);
    else if (warp < NEAR)
        reduce_tiles_of(&work, &peers, warp - 1);
    else if (warp < FAR)
        look_near(&work, &joining, warp - NEAR);
    else if (warp < JOINER)
        look_far(&work, &peers, &joining, warp - FAR);
    else if (warp == JOINER)
        join_gpus(&work, &peers, &joining, carry);
    else
        scan_strips_of(&work, warp - JOINER - 1);
}
#endif

/* -------------------------------------------------------------- small n */

/* One kernel for each number of rows, since registers cannot be indexed; none
 * if the ring takes every n (:stream). With more rows than are ever used for
 * this T, a kernel is empty: it would take seconds to compile. */
#define SCAN_ONCE(rows)                                                 \
    __global__ void __launch_bounds__(BLOCK) scan_once_##rows(   \
        const T *in, T *out, uint64_t n, const T *carry,                \
        uint64_t *words, uint32_t launch)                               \
    {                                                                   \
        __shared__ T totals[BLOCK_WARPS];                                \
        __shared__ T before;                                            \
        struct board board;                                             \
        board.words = words;                                            \
        board.launch = launch;                                          \
        next_launch_may_begin();                                        \
        wait_for_launch_before();                                       \
        if (rows <= MOST_ROWS(sizeof(T), BLOCK))                        \
            scan_rows(in, out, n, carry, &board, totals, &before, rows); \
    }

#ifndef SMALL
#define SMALL 1
#endif
#if SMALL && GPUS == 1
SCAN_ONCE(1)
SCAN_ONCE(2)
SCAN_ONCE(4)
SCAN_ONCE(8)
SCAN_ONCE(16)
SCAN_ONCE(32)
#endif
