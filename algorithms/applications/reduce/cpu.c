/* cpu.c - reduce on CPU threads: each reduces its share; then one joins the
 * totals, in order.
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8
 *     totals    9         22        21          each by one thread
 *     out       52                              9 + 22 + 21
 *
 * Shares are consecutive elements, so op need not commute: the share of thread
 * t comes before that of thread t + 1. Within its share a thread reduces four
 * spans side by side (span.h), since in a single chain each op would wait for
 * the one before.
 *
 * Cost: n - 1 ops, in a chain of about n/4P + P; n elements read.
 * Try it: `scanlab run reduce -n 10`.
 * Source: OpenCL course day 3, Brent's lemma: n/P steps, then P totals.
 */
#include "cpu.h"
#include "span.h"

struct reduce {
    const struct native_call *call;
    int threads;
};

/* On a separate cache line: neighbours write at the same time. */
static T *total_of(const struct reduce *r, int thread)
{
    return (T *)((char *)r->call->buffers[0] + thread * LINE_BYTES);
}

static void reduce_share(void *arg, int thread)
{
    const struct reduce *const r = arg;
    const T *const in = r->call->ports[0];

    if (thread >= r->threads)
        return;
    const size_t begin = share(r->call->n, r->threads, thread);
    const size_t end = share(r->call->n, r->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(reduce);
    const T total = span_reduce(in + begin, end - begin);
    TRACE_PUBLISH(thread, TRACE_A, total);
    *total_of(r, thread) = total;
}

void native_run(const struct native_call *call)
{
    const struct reduce r = {call, workers(call)};
    T *const out = call->ports[1];

    if (call->n == 0) {
        *out = identity();
        return;
    }
    if (r.threads == 1) {
        *out = span_reduce(call->ports[0], call->n);
        return;
    }
    call->parallel(call->pool, reduce_share, (void *)&r);
    T sum = *total_of(&r, 0);
    for (int t = 1; t < r.threads; t++)
        sum = op(sum, *total_of(&r, t));
    *out = sum;
}
