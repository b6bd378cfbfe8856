/* scan_ahead.h - the scan in look-ahead's form: persistent blocks, warps with
 * roles, and no chain of tiles (algorithms/lookahead: read that first).
 *
 *     loader     draws a tile; numbers : global -> ring
 *     reducers   map and reduce a tile; publish its aggregate
 *     lookers    read the aggregates of all tiles since the block's last one
 *     writers    map and scan, one strip each; registers -> planes
 *
 * Two things are different here. The ring holds numbers, which take less room
 * than the elements that they become. And blocks draw tiles, since stores take
 * most of the time, and some multiprocessors store more slowly than others.
 *
 *     tiles drawn by block 0      0        3     5           8
 *     its lookers read                0..2   3, 4   5..7
 *
 * A tile is drawn when there is a buffer for it. So its numbers are loaded at
 * once, and its aggregate is published whatever other blocks do: no block waits
 * forever.
 *
 * Barriers, one of each kind for each buffer of the ring:
 *
 *     landed     loader -> reducer      the tile is in the ring
 *     reduced    reducer -> looker      its strips are reduced
 *     carried    looker -> writers      the start of each strip is known
 *     stored     writers -> loader      the buffer has been read
 *
 * and `passed`, from one looker to the next.
 */
#ifndef MAP_SCAN_SCAN_AHEAD_H
#define MAP_SCAN_SCAN_AHEAD_H

#ifndef REDUCERS
#define REDUCERS 4 /* each takes a tile in turn */
#endif
#ifndef LOOKERS
#define LOOKERS 4 /* each takes a tile in turn; at most REDUCERS */
#endif

#include "lookahead/board.h"
#include "lookahead/turn.h"

enum {
    STRIP = WARP * M, /* numbers of a warp */
    LOOK_WARPS = LOOKERS,
    THREADS = BLOCK + WARP * (1 + REDUCERS + LOOKERS),
    NO_TILE = 0xffffffff
};

#include "lookahead/ring.h"

/* The arguments of all roles. */
struct work {
    struct arrays of;
    struct board board;
    uint32_t *counter;
    uint32_t tiles, stages;
    int32_t *ring;   /* buffers of TILE numbers */
    T *start;        /* the prefix of each strip of each stage */
    uint32_t *drawn; /* tiles; NO_TILE if there are no more */
    struct plumbing *plumbing;
};

/* The block's k-th tile. A tile is remembered until the ring has wrapped
 * around twice, for the looker of the next tile. */
DEVICE uint32_t tile_drawn(const struct work *work, uint32_t k)
{
    return work->drawn[k % (2 * work->stages)];
}

DEVICE struct extent tile_extent(const struct work *work, uint32_t tile)
{
    struct extent extent;

    extent.begin = (uint64_t)tile * TILE;
    extent.count = count_from(extent.begin, work->of.n);
    extent.kind = ANY;
    return extent;
}

/* -------------------------------------------------------------- loader */

DEVICE void load_tile(const struct work *work, struct extent tile,
                      int32_t *buffer, struct barrier *landed)
{
    const int32_t *const from = work->of.in + tile.begin;

    if (tile.count % 4 == 0 && (uint64_t)from % BULK_UNIT == 0) {
        bulk_load(buffer, from, (uint32_t)(tile.count * sizeof *from), landed);
        return;
    }
    for (int k = lane_of_thread(); k < tile.count; k += WARP)
        buffer[k] = from[k];
    bulk_fence(); /* before the next copy into this buffer */
    __syncwarp(); /* [9] lane 0 arrives for all */
    if (lane_of_thread() == 0)
        barrier_arrive(landed);
}

/* The last draw of each block finds no tile; then the counter is 0 again. Each
 * reducer gets one message saying that there are no more. */
DEVICE void load_tiles(const struct work *work)
{
    struct turn turn = first_turn(0);
    uint32_t tile = 0;

    for (uint32_t k = 0, ends = 0; ends < REDUCERS; k++) {
        struct barrier *const landed = &work->plumbing->landed[turn.stage];

        if (k >= work->stages)
            barrier_wait(&work->plumbing->stored[turn.stage], turn.parity ^ 1);
        if (lane_of_thread() == 0) {
            if (tile != NO_TILE) /* atomic: no two blocks get the same tile */
                tile = atomicInc(work->counter, work->tiles + gridDim.x - 1);
            if (tile >= work->tiles)
                tile = NO_TILE;
            work->drawn[k % (2 * work->stages)] = tile;
        }
        tile = __shfl_sync(ALL_LANES, tile, 0);
        ends += tile == NO_TILE;
        if (tile != NO_TILE)
            load_tile(work, tile_extent(work, tile),
                      work->ring + turn.stage * TILE, landed);
        else if (lane_of_thread() == 0)
            barrier_arrive(landed);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* ------------------------------------------------------------ reducers */

/* The fold of a strip of `count` numbers, in runs of M per lane; lane 31 gets
 * it. */
DEVICE T fold_runs(const int32_t *strip, int count)
{
    const int32_t *const run = strip + lane_of_thread() * M;
    const int left = count - lane_of_thread() * M;
    T sum = identity();

    UNROLLED
    for (int r = 0; r < OWN_ROWS; r++) {
        __align__(16) int32_t number[WIDE];
        if (count == STRIP)
            LOAD_NUMBERS(run + r * WIDE, number);
        else
            for (int i = 0; i < WIDE; i++)
                if (r * WIDE + i < left)
                    number[i] = run[r * WIDE + i];
        for (int i = 0; i < WIDE; i++) {
            const bool is_first = r == 0 && i == 0;
            if (count == STRIP || r * WIDE + i < left)
                sum = is_first ? map(number[i]) : op(sum, map(number[i]));
        }
    }
    return scan_warp(sum, WARP);
}

/* How many numbers strip s has: at most what remains after s strips. */
DEVICE int strip_count(struct extent tile, int s)
{
    const int left = tile.count - s * STRIP;

    return left < 0 ? 0 : left < STRIP ? left : STRIP;
}

DEVICE void reduce_tiles_of(const struct work *work, uint32_t me)
{
    const int lane = lane_of_thread();
    struct turn turn = first_turn(me); /* there are at least as many stages */

    for (uint32_t k = me;; k += REDUCERS) {
        const int32_t *const buffer = work->ring + turn.stage * TILE;
        T fold = identity();

        barrier_wait(&work->plumbing->landed[turn.stage], turn.parity);
        const uint32_t tile = tile_drawn(work, k);
        if (tile == NO_TILE) {
            if (lane == 0)
                barrier_arrive(&work->plumbing->reduced[turn.stage]);
            return;
        }
        const struct extent extent = tile_extent(work, tile);
        for (int s = 0; s < WARPS; s++) {
            const int count = strip_count(extent, s);
            const T sum = count == STRIP ? fold_runs(buffer + s * STRIP, STRIP)
                                         : fold_runs(buffer + s * STRIP, count);
            const T all = shuffle_from(sum, WARP - 1);
            if (lane == s)
                fold = all;
        }
        const T upto = scan_warp(fold, WARPS);
        if (lane == WARPS - 1)
            publish(&work->board, tile / ROUND * AHEAD, tile % ROUND, upto);
        const T left = shuffle_up(upto, 1);
        if (lane < WARPS)
            put(&work->start[turn.stage * WARPS + lane],
                lane > 0 ? left : identity());
        __syncwarp(); /* [10] lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->reduced[turn.stage]);
        turn = next_turn(turn, REDUCERS, work->stages);
    }
}

/* ------------------------------------------------------------- lookers */

/* Called by all lanes: returns the fold of tiles from..to-1, which are in one
 * round of the board. Lanes without a tile use an identity. */
DEVICE T look_at_some(const struct board *board, uint32_t from, uint32_t to)
{
    const uint32_t round = from / ROUND;
    const uint32_t first = round * ROUND + (uint32_t)lane_of_thread() * AHEAD;
    const int begin = from > first ? (int)(from - first) : 0;
    const int end = to > first ? (int)(to - first) : 0; /* of its AHEAD */
    T x[AHEAD], sum = identity();

    wait_for_some(board, round * AHEAD, begin, end, x);
    UNROLLED
    for (int k = 0; k < AHEAD; k++)
        if (k >= begin && k < end)
            sum = k > begin ? op(sum, x[k]) : x[k];
    return shuffle_from(scan_warp(sum, WARP), WARP - 1);
}

DEVICE T look_at_all(const struct board *board, uint32_t from, uint32_t to)
{
    T sum = identity();

    while (from < to) {
        const uint32_t round_end = (from / ROUND + 1) * ROUND;
        const uint32_t end = to < round_end ? to : round_end;
        sum = op(sum, look_at_some(board, from, end));
        from = end;
    }
    return sum;
}

DEVICE void look_ahead(const struct work *work, uint32_t me)
{
    const int lane = lane_of_thread();
    struct relay *const relay = &work->plumbing->relay;
    struct turn turn = first_turn(me); /* there are at least as many stages */
    uint32_t parity = 0;               /* of the lookers' own barriers */

    for (uint32_t k = me;; k += LOOKERS) {
        barrier_wait(&work->plumbing->reduced[turn.stage], turn.parity);
        const uint32_t tile = tile_drawn(work, k);
        if (tile != NO_TILE) {
            const uint32_t last = k > 0 ? tile_drawn(work, k - 1) : 0;
            T front = look_at_all(&work->board, last, tile);
            if (k > 0)
                front = op(take_running(relay, me, parity), front);
            __syncwarp(); /* [11] all have read before it is replaced */
            if (lane == 0)
                pass_on(relay, me, front);
            if (lane < WARPS) {
                T *const start = &work->start[turn.stage * WARPS + lane];
                put(start, lane > 0 ? op(front, fetch(start)) : front);
            }
        }
        __syncwarp(); /* [12] lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->carried[turn.stage]);
        if (tile == NO_TILE)
            return;
        turn = next_turn(turn, LOOKERS, work->stages);
        parity ^= 1;
    }
}

/* ------------------------------------------------------------- writers */

DEVICE void write_rows(const struct arrays *of, struct extent tile,
                       struct rows *mine, const T *start)
{
    fold_rows(tile, mine);
    put_mapped(of, tile, mine);
    put_scanned(of, tile, mine, fetch(start));
}

DEVICE void write_strips(const struct work *work)
{
    const uint32_t warp = threadIdx.x / WARP;
    struct turn turn = first_turn(0);

    for (uint32_t k = 0;; k++) {
        struct rows mine;

        barrier_wait(&work->plumbing->carried[turn.stage], turn.parity);
        const uint32_t tile = tile_drawn(work, k);
        if (tile == NO_TILE)
            return;
        const struct extent extent = tile_extent(work, tile);
        const T *const start = &work->start[turn.stage * WARPS + warp];
        mine.numbers = work->ring + turn.stage * TILE;
        if (extent.count < TILE)
            write_rows(&work->of, as_kind(extent, ANY), &mine, start);
        else if (are_rows_aligned(&work->of))
            write_rows(&work->of, as_kind(extent, WHOLE), &mine, start);
        else
            write_rows(&work->of, as_kind(extent, SHIFTED), &mine, start);
        __syncwarp(); /* [13] lane 0 arrives for all */
        if (lane_of_thread() == 0)
            barrier_arrive(&work->plumbing->stored[turn.stage]);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* -------------------------------------------------------------- kernel */

/* Dynamic shared memory: `stages` buffers. */
__global__ void __launch_bounds__(THREADS, 1)
    map_ahead(const int32_t *in, void *mapped, void *out, uint64_t n,
              uint32_t *counter, uint64_t *board, uint32_t stages,
              uint32_t launch)
{
    __shared__ struct plumbing plumbing;
    __shared__ uint4 start[(MAX_STAGES * WARPS * sizeof(T) + 15) / 16];
    __shared__ uint32_t drawn[2 * MAX_STAGES];
    const uint32_t warp = threadIdx.x / WARP;
    struct work work;

    if (threadIdx.x == 0)
        lay_plumbing(&plumbing, stages, WARPS);
    work.of.in = in;
    work.of.mapped = mapped;
    work.of.out = out;
    work.of.n = n;
    work.board.words = board;
    work.board.launch = launch;
    work.counter = counter;
    work.tiles = (uint32_t)((n + TILE - 1) / TILE);
    work.stages = stages;
    work.ring = (int32_t *)units;
    work.start = (T *)start;
    work.drawn = drawn;
    work.plumbing = &plumbing;
    __syncthreads(); /* [14] the barriers are initialised */
    next_launch_may_begin();
    wait_for_launch_before();

    if (warp < WARPS)
        write_strips(&work);
    else if (warp < WARPS + REDUCERS)
        reduce_tiles_of(&work, warp - WARPS);
    else if (warp < WARPS + REDUCERS + LOOKERS)
        look_ahead(&work, warp - WARPS - REDUCERS);
    else
        load_tiles(&work);
}

#endif
