/* cpu.c - look-ahead on CPU threads: one pass, in generations of tiles.
 *
 *     generation 0   | tile 0 | tile 1 | tile 2 |     one for each thread
 *     generation 1   | tile 0 | tile 1 | tile 2 |
 *
 * Every thread reads the aggregates of a whole generation. So it computes the
 * prefixes of its own tile and of the next generation by itself. No thread
 * publishes a prefix, and no chain of tiles forms. A thread reduces its next
 * tile before it reads the aggregates of the current generation: by then they
 * are available.
 *
 *     thread   fold 0 | publish 0 | fold 1 | read all of 0 | scan 0 |
 *              publish 1 | fold 2 | read all of 1 | scan 1 | ...
 *
 * Cost: 2n ops, and P for each of the n/tile tiles; 2n traffic if two tiles of
 * every thread stay in its cache.
 * Source: the look-ahead scan of CUB (NVIDIA/cccl), here on CPU threads.
 * Try it: `scanlab bench lookahead lookback -n 2^26`, with more threads.
 */
#include "cpu.h"
#include "span.h"

/* An aggregate, alone on its cache lines. */
struct slot {
    _Alignas(LINE_BYTES) _Atomic uint64_t flag;
    T aggregate;
};

/* Two generations suffice: a thread that publishes in generation g + 2 has read
 * all of g + 1; so all have published in g + 1, and had read all of g
 * before. */
struct board {
    _Alignas(LINE_BYTES) uint64_t generations; /* over all launches */
    struct slot slot[];
};

enum { LENGTH = TILE / sizeof(T) > 0 ? TILE / sizeof(T) : 1 };

struct run {
    const T *in;
    T *out;
    size_t n, threads, generations;
    size_t head;    /* elements of the scan before in[0] */
    T carry;        /* their fold */
    uint64_t first; /* flag of generation 0 */
    bool stream;
    struct board *board;
};

static struct slot *slot_of(const struct run *run, size_t generation,
                            size_t thread)
{
    return &run->board->slot[generation % 2 * run->threads + thread];
}

static size_t begin_of(const struct run *run, size_t generation, size_t thread)
{
    const size_t begin = (generation * run->threads + thread) * LENGTH;
    return begin < run->n ? begin : run->n;
}

static size_t length_of(const struct run *run, size_t generation, size_t thread)
{
    const size_t rest = run->n - begin_of(run, generation, thread);
    return rest < LENGTH ? rest : LENGTH;
}

static T reduce_tile(const struct run *run, size_t generation, size_t thread)
{
    const size_t n = length_of(run, generation, thread);
    return n > 0 ? span_reduce(run->in + begin_of(run, generation, thread), n)
                 : identity();
}

static void publish(const struct run *run, size_t generation, size_t thread,
                    T aggregate)
{
    struct slot *const slot = slot_of(run, generation, thread);

    TRACE_PUBLISH(generation * run->threads + thread, 1, aggregate);
    slot->aggregate = aggregate;
    atomic_store_explicit(&slot->flag, run->first + generation,
                          memory_order_release);
}

/* Acquire: a thread that sees the flag sees the aggregate before it. */
static T wait_for(const struct run *run, size_t generation, size_t thread)
{
    const struct slot *const slot = slot_of(run, generation, thread);

    for (unsigned turns = 0;
         atomic_load_explicit(&slot->flag, memory_order_acquire) !=
         run->first + generation;) {
        TRACE_LOOK(generation * run->threads + thread, 0);
        relax(&turns);
    }
    TRACE_LOOK(generation * run->threads + thread, 1);
    return slot->aggregate;
}

static void do_tiles(void *arg, int thread)
{
    const struct run *const run = arg;
    const size_t me = (size_t)thread;
    T running = run->carry;
    T fold = reduce_tile(run, 0, me);

    for (size_t g = 0; g < run->generations; g++) {
        const bool last = g + 1 == run->generations;
        const size_t begin = begin_of(run, g, me);
        T before = running;

        TRACE_TICKET(g * run->threads + me, run->head + begin,
                     length_of(run, g, me));
        publish(run, g, me, fold);
        TRACE_PHASE(load); /* and reduce the next */
        if (!last)
            fold = reduce_tile(run, g + 1, me);
        TRACE_PHASE(look_back); /* at all of the generation */
        for (size_t k = 0; k < (last ? me : run->threads); k++) {
            if (k == me)
                before = running;
            running = op(running, wait_for(run, g, k));
        }
        if (last)
            before = running;
        TRACE_PHASE(scan);
        span_scan(run->in + begin, run->out + begin, length_of(run, g, me),
                  &before, run->stream);
    }
}

EXPORT void native_scan(const struct native_call *call)
{
    const T *const in = call->ports[0];
    T *const out = call->ports[1];
    const bool stream = span_streams(call);
    const size_t head = call->carry == NULL && call->n > 0; /* then: a carry */

    if (call->threads == 1 || call->n <= LENGTH) {
        span_scan(in, out, call->n, call->carry, stream);
        return;
    }
    struct run run = {.in = in + head,
                      .out = out + head,
                      .n = call->n - head,
                      .head = head,
                      .threads = (size_t)call->threads,
                      .stream = stream,
                      .board = call->buffers[0]};
    run.carry = span_scan(in, out, head, call->carry, false);
    run.generations =
        (run.n + run.threads * LENGTH - 1) / (run.threads * LENGTH);
    run.first = run.board->generations + 1; /* the board starts zeroed */
    run.board->generations += run.generations;
    call->parallel(call->pool, do_tiles, &run);
}
