/* cpu.c - decoupled look-back on CPU threads: one pass over memory.
 *
 *     tile     0    1    2    3    4 ...   taken in order, by a ticket
 *     status   P    P    A    X    X       X: nothing is known yet
 *                   |<---+----'            A: its aggregate is known, the fold
 *              tile 3 looks back: takes       of this tile only
 *              in an A, then a P: done     P: its inclusive prefix too: the
 *                                             fold of all tiles up to it
 *
 * A thread reduces its tile (from memory), publishes A, looks back, publishes
 * P, and then scans the tile (from cache). A tile waits only for tiles with
 * lower tickets, and the lowest waits for none: no deadlock, however many
 * threads there are.
 *
 * In the textbook form, memory is idle while the scan runs from cache. So with
 * OVERLAP one loop scans a tile, fetches the thread's next one and reduces the
 * data that has arrived:
 *
 *     memory   | fetch tile 2 | fetch tile 4 | fetch tile 6 |
 *     core     | scan 0       | scan 2       | scan 4       |
 *              |   reduce 2   |   reduce 4   |   reduce 6   |
 *
 * tile.h shows how a tile is reduced and scanned.
 *
 * Cost with one lane and t tiles: up to 2n + (PARTS + threads) * t ops; the
 * traffic of a copy: n read, n written.
 * Source: Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled
 * Look-back, NVIDIA NVR-2016-002.
 * Try it: --overlap plain; a --tile larger than every cache; publish P before
 * the prefix.
 */
#if defined __GNUC__ && !defined __clang__
/* Otherwise the fields of a T are packed into a vector, shuffled in each op. */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#include "cpu.h"
#include "span.h"
#include "lookback/tile.h"
#include "lookback/dealt.h"

/* ----------------------------------------------------------------- status */

enum state { X, A, P };

/* One tile's status, alone on its cache lines. */
struct status {
    _Alignas(LINE_BYTES) _Atomic uint64_t flag;
    T aggregate, prefix;
};

/* The slots are a ring, so that memory does not grow with n: four stretches
 * of `stretch` tiles each.
 *
 *     stretch    0    1    2    3    4    5 ...
 *     slots      0..  1..  2..  3..  0..  1..
 *
 * A tile enters when all tiles two stretches back have left, that is, have
 * their prefix. So a tile that looks back finds a P within two stretches, and a
 * slot is used again, four stretches later, when no thread can still read it.
 *
 * A flag is turn * 4 + state, where the turns of the ring are counted over all
 * launches: flags left by an earlier turn read as X. */
struct board {
    _Alignas(LINE_BYTES) _Atomic size_t ticket;
    _Alignas(LINE_BYTES) _Atomic size_t left[2]; /* even, odd stretches */
    uint64_t turns;
    struct status status[];
};

enum { STRETCHES = 4, STRETCH_PER_THREAD = 4 };

struct run {
    const T *in;
    T *out;
    size_t n, tile, tiles; /* elements; of one tile, the last may have fewer */
    size_t skip;           /* tile 0 has so many fewer */
    size_t stretch, ring;  /* tiles */
    size_t head;           /* elements of the scan before in[0] */
    T carry;               /* the fold of all before in[0] */
    bool stream;
    uint64_t turn; /* of tile 0 */
    struct board *board;
};

static size_t take(const struct run *run)
{
    return atomic_fetch_add_explicit(&run->board->ticket, 1,
                                     memory_order_relaxed);
}

static uint64_t flag_of(const struct run *run, size_t tile, enum state state)
{
    return (run->turn + tile / run->ring) * 4 + (uint64_t)state;
}

static struct status *slot_of(const struct run *run, size_t tile)
{
    return &run->board->status[tile % run->ring];
}

/* Acquire: a thread that sees a state sees the value stored before it. */
static enum state observe(const struct run *run, size_t tile)
{
    const uint64_t flag =
        atomic_load_explicit(&slot_of(run, tile)->flag, memory_order_acquire);

    return flag / 4 == flag_of(run, tile, X) / 4 ? (enum state)(flag % 4) : X;
}

/* Waits until all tiles two stretches back have left. One counter serves
 * every other stretch: no tile counts for stretch s before s - 2 is full.
 * Acquire: they have read the slot before it is overwritten. */
static void enter(const struct run *run, size_t tile)
{
    const size_t before = tile / run->stretch;

    for (size_t back = 2; back <= 3 && back <= before; back++) {
        const size_t stretch = before - back;
        _Atomic size_t *const left = &run->board->left[stretch % 2];
        const size_t want = (stretch / 2 + 1) * run->stretch;
        for (unsigned turns = 0;
             atomic_load_explicit(left, memory_order_acquire) < want;)
            relax(&turns);
    }
}

static void publish(const struct run *run, size_t tile, enum state state, T t)
{
    struct status *const status = slot_of(run, tile);

    TRACE_PUBLISH(tile, state, t);
    /* Two fields: a thread may still be reading the aggregate. */
    *(state == A ? &status->aggregate : &status->prefix) = t;
    atomic_store_explicit(&status->flag, flag_of(run, tile, state),
                          memory_order_release);
}

/* With its prefix a tile leaves: it has read all that it needed. */
static void leave(const struct run *run, size_t tile, T prefix)
{
    publish(run, tile, P, prefix);
    atomic_fetch_add_explicit(&run->board->left[tile / run->stretch % 2], 1,
                              memory_order_release);
}

/* The fold of all that comes before the tile. Tile 0 publishes P directly,
 * which includes the carry, so every look-back ends at a P. */
static T look_back(const struct run *run, size_t tile)
{
    T sum = run->carry;

    for (size_t at = tile; at-- > 0;) {
        const struct status *const status = slot_of(run, at);
        enum state state;
        for (unsigned turns = 0; (state = observe(run, at)) == X;) {
            TRACE_LOOK(at, X);
            relax(&turns);
        }
        TRACE_LOOK(at, state);
        const T left = state == P ? status->prefix : status->aggregate;
        sum = at + 1 == tile ? left : op(left, sum);
        if (state == P)
            break;
    }
    return sum;
}

/* Publishes the tile's aggregate; returns the tile's exclusive prefix. */
static T exchange(const struct run *run, size_t tile, T aggregate)
{
    enter(run, tile);
    if (tile > 0)
        publish(run, tile, A, aggregate);
    const T before = look_back(run, tile);
    leave(run, tile, op(before, aggregate));
    return before;
}

/* ---------------------------------------------------------------- threads */

/* One tile as in the textbook. But if SIMD makes a scan as cheap as a fold, a
 * tile is scanned immediately if its prefix is known or no tile comes after. */
static void do_tile(const struct run *run, size_t tile)
{
    const bool last = tile + 1 == run->tiles;
    const size_t begin = tile > 0 ? tile * run->tile - run->skip : 0;
    const size_t end = last ? run->n : (tile + 1) * run->tile - run->skip;
    const size_t n = end - begin;
    const size_t part = n / PARTS / W * W, whole = PARTS * part;
    const T *const in = run->in + begin;
    T *const out = run->out + begin;

    TRACE_TICKET(tile, run->head + begin, n);
    if (part == 0 ||
        (W > 1 && (last || tile == 0 || observe(run, tile - 1) == P))) {
        TRACE_PHASE(look_back);
        enter(run, tile);
        const T before = look_back(run, tile);
        TRACE_PHASE(scan);
        const T sum = span_scan(in, out, n, &before, run->stream);
        if (!last)
            leave(run, tile, sum);
    } else {
        TRACE_PHASE(load);
        const struct fold fold = reduce_tile(in, part);
        TRACE_PHASE(look_back);
        if (last)
            enter(run, tile);
        const T before =
            last ? look_back(run, tile) : exchange(run, tile, fold.all);
        TRACE_PHASE(scan);
        const T sum = scan_tile(in, out, part, before, &fold);
        span_scan(in + whole, out + whole, n - whole, &sum, false);
    }
}

static void do_tiles(void *arg, int thread)
{
    const struct run *const run = arg;

    (void)thread;
    for (size_t tile; (tile = take(run)) < run->tiles;)
        do_tile(run, tile);
}

static void do_tiles_overlapped(void *arg, int thread)
{
    const struct run *const run = arg;
    const size_t last = run->tiles - 1;
    size_t tile = take(run), next;
    struct fold fold;

    (void)thread;
    if (tile < last) {
        TRACE_TICKET(tile, run->head + tile * TILE_LENGTH, TILE_LENGTH);
        TRACE_PHASE(load);
        fold = reduce_tile(run->in + tile * TILE_LENGTH, PART);
    }
    for (; tile < last; tile = next) {
        const T *const in = run->in + tile * TILE_LENGTH;
        T *const out = run->out + tile * TILE_LENGTH;

        TRACE_PHASE(look_back);
        const T before = exchange(run, tile, fold.all);
        TRACE_PHASE(scan);
        next = take(run);
        if (next < last)
            fold = scan_and_reduce(in, out, before, &fold,
                                   run->in + next * TILE_LENGTH, STREAM);
        else
            scan_tile(in, out, PART, before, &fold);
        if (next < last) /* published when this tile is done */
            TRACE_TICKET(next, run->head + next * TILE_LENGTH, TILE_LENGTH);
    }
    if (tile == last)
        do_tile(run, last);
    vec_fence();
}

/* ------------------------------------------------------------------- scan */

/* Bytes that one thread scans faster than two threads can synchronise; bytes of
 * each thread from which on that takes little of the time. */
enum { ALONE = W > 1 ? TILE / 4 : TILE / 32, LONG = 512 << 10 };

EXPORT void native_scan(const struct native_call *call)
{
    const T *const in = call->ports[0];
    T *const out = call->ports[1];
    const size_t n = call->n, threads = (size_t)call->threads;
    const bool stream = span_streams(call);
    size_t head = call->carry == NULL; /* at least: then tile 0 has a carry */

    if (threads == 1 || n <= ALONE / SIZE) {
        span_scan(in, out, n, call->carry, stream);
        return;
    }
    if (W > 1 || stream) /* tiles begin with a whole line of out */
        while (head < LINE && (uintptr_t)(out + head) % LINE_BYTES != 0)
            head++;
    head = head < n ? head : n;

    struct run run = {
        .in = in + head, .out = out + head, .n = n - head, .head = head};
    run.carry = span_scan(in, out, head, call->carry, false);
    run.stream = stream && (uintptr_t)run.out % LINE_BYTES == 0;
    run.stretch = threads * STRETCH_PER_THREAD;
    run.ring = run.stretch * STRETCHES;
    run.board = call->buffers[0];

    /* In cache: one tile per thread. With SIMD one more: the first is scanned
     * while the others are reduced, and the last is not reduced at all. A scan
     * takes longer than a reduction: the first has a quarter of the length, or,
     * while the synchronisation of threads counts, a third. */
    const size_t share = run.n / threads * SIZE < LONG ? 3 : 4;
    const size_t shares = W > 1 ? share * threads + 1 : share * threads;
    const size_t chunk = (share * run.n / (PARTS * W) / shares + 1) * PARTS * W;
    const bool overlap =
        OVERLAP && (run.stream || TINY) && chunk >= TILE_LENGTH;
    /* Without overlap a thread has one tile in cache at a time, not two. While
     * in and out fit into the threads' own caches, a tile may be larger still:
     * with so few tiles a thread usually gets the same ones in call after
     * call, and finds them in its cache. */
    const bool fits =
        W > 1 && !TINY && 2 * run.n * SIZE <= threads * call->cache_bytes;
    const size_t most = (overlap ? 1 : fits ? 8 : 2) * (size_t)TILE_LENGTH;
    run.tile = chunk < most ? chunk : most;
    run.skip =
        W > 1 && !overlap ? run.tile * (share - 1) / share / LINE * LINE : 0;
    run.tiles = (run.n + run.skip + run.tile - 1) / run.tile;
    run.turn = run.board->turns + 1; /* the board starts zeroed */
    run.board->turns += run.tiles / run.ring + 1;
    atomic_store_explicit(&run.board->ticket, 0, memory_order_relaxed);
    for (int k = 0; k < 2; k++)
        atomic_store_explicit(&run.board->left[k], 0, memory_order_relaxed);
    if (run.tiles > 0)
        call->parallel(call->pool, overlap ? do_tiles_overlapped : do_tiles,
                       &run);
}

EXPORT void native_scan_dealt(const struct native_call *call)
{
    scan_dealt(call);
}
