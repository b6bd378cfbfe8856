/* cpu.c - maximum segment sum on CPU threads: each reduces its share; then one
 * reduces the totals, in order.
 *
 *     in        1 -2  3  4 | -1  5 -6  1
 *     totals    7          |  5               one thread each, and 3 more sums
 *     out       11
 *
 * Numbers are mapped and reduced in pieces that stay in the level 1 cache.
 *
 * Cost: n - 1 ops; n numbers read.
 * Try it: `scanlab run mssp -n 8`.
 * Source: OpenCL course day 3, "Maximum Segment Sum".
 */
#include "cpu.h"
#include "map.h"
#include "span.h"

enum { PIECE = 256 /* elements */ };

struct mapping {
    const struct native_call *call;
    int threads;
};

/* On a separate cache line: neighbours write at the same time. */
static T *total_of(const struct mapping *m, int thread)
{
    return (T *)((char *)m->call->buffers[0] + thread * LINE_BYTES);
}

/* The fold of n >= 1 numbers, piece by piece. */
static T reduce_mapped(const int32_t *in, size_t n)
{
    T piece[PIECE], sum = identity();

    for (size_t i = 0; i < n; i += PIECE) {
        const size_t count = n - i < PIECE ? n - i : PIECE;
        for (size_t k = 0; k < count; k++)
            piece[k] = map(in[i + k]);
        const T next = span_reduce(piece, count);
        sum = i > 0 ? op(sum, next) : next;
    }
    return sum;
}

static void reduce_share(void *arg, int thread)
{
    const struct mapping *const m = arg;
    const int32_t *const in = m->call->ports[0];

    if (thread >= m->threads)
        return;
    const size_t begin = share(m->call->n, m->threads, thread);
    const size_t end = share(m->call->n, m->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(reduce);
    const T total = reduce_mapped(in + begin, end - begin);
    TRACE_PUBLISH(thread, TRACE_A, total);
    *total_of(m, thread) = total;
}

void native_run(const struct native_call *call)
{
    struct mapping m = {call, workers(call)};
    T *const out = call->ports[1];

    if (call->n == 0) {
        *out = identity();
        return;
    }
    call->parallel(call->pool, reduce_share, &m);
    T sum = *total_of(&m, 0);
    for (int t = 1; t < m.threads; t++)
        sum = op(sum, *total_of(&m, t));
    *out = sum;
}
