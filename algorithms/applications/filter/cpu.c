/* cpu.c - filter on threads: each counts what it keeps, and then writes it.
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8      keep odd numbers
 *     count     3         2         3
 *     before    0         3         5            the exclusive scan
 *     out       3 1 1   | 5 9     | 5 3 5
 *
 * A thread that knows how many elements are kept before its own can write
 * without asking anybody. On one thread nothing has to be counted first.
 *
 * Half of all branches on a coin's toss are mispredicted, some 15 cycles each.
 * So an element is always written, and the place goes on only if it is kept:
 * to a small array of its own, since the next place may be another thread's.
 *
 * Cost: no op; 2n read (n on one thread), what is kept written.
 * Try it: `scanlab run filter -n 10 --predicate odd`.
 * Source: OpenCL course day 3; Blelloch, Prefix Sums and Their Applications.
 */
#include "cpu.h"
#include "predicate.h"

enum { PIECE = 512, LINE = 64 / sizeof(uint64_t) };

struct filter {
    const struct native_call *call;
    uint64_t *counts; /* a cache line for each thread */
    int threads;
};

static void count_share(void *arg, int thread)
{
    const struct filter *const f = arg;
    const T *const in = f->call->ports[0];
    uint64_t count = 0;

    if (thread >= f->threads)
        return;
    const size_t end = share(f->call->n, f->threads, thread + 1);
    for (size_t i = share(f->call->n, f->threads, thread); i < end; i++)
        count += keeps(in[i]);
    f->counts[thread * LINE] = count;
}

/* Returns how many are kept of in[begin..end), written to out. */
static uint64_t write_kept(const T *in, size_t begin, size_t end, T *out)
{
    T piece[PIECE];
    uint64_t written = 0;

    while (begin < end) {
        const size_t stop = end - begin < PIECE ? end : begin + PIECE;
        size_t kept = 0;
        for (; begin < stop; begin++) {
            piece[kept] = in[begin];
            kept += keeps(in[begin]);
        }
        memcpy(out + written, piece, kept * sizeof(T));
        written += kept;
    }
    return written;
}

static void write_share(void *arg, int thread)
{
    const struct filter *const f = arg;
    const struct native_call *const call = f->call;
    uint64_t before = 0;

    if (thread >= f->threads)
        return;
    for (int t = 0; t < thread; t++)
        before += f->counts[t * LINE];
    const uint64_t kept = write_kept(
        call->ports[0], share(call->n, f->threads, thread),
        share(call->n, f->threads, thread + 1), (T *)call->ports[1] + before);
    if (thread == f->threads - 1)
        *(uint64_t *)call->ports[2] = before + kept;
}

void native_run(const struct native_call *call)
{
    struct filter f = {call, call->buffers[0], workers(call)};

    if (f.threads > 1)
        call->parallel(call->pool, count_share, &f);
    call->parallel(call->pool, write_share, &f);
}
