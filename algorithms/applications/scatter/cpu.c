/* cpu.c - scatter on CPU threads: each moves its share of the elements.
 *
 *     in        b0 b1 | b2 b3
 *     index      2  4 |  1 -1
 *     out       a0 b2 b0 a3 b1 a5
 *
 * No two indices are equal, so no two threads write to the same place. The
 * speed depends on the indices: a write to a line that is in no cache moves the
 * whole line to and from memory for one of its elements.
 *
 * Cost: no op; an index read and, unless it is -1, an element read and written.
 * Try it: `scanlab run scatter -n 10`.
 * Source: OpenCL course day 3, "Scatter: Parallel Write Operator".
 */
#include "cpu.h"

struct scatter {
    const struct native_call *call;
    int threads;
};

static void scatter_share(void *arg, int thread)
{
    const struct scatter *const s = arg;
    const T *const in = s->call->ports[0];
    const int32_t *const index = s->call->ports[1];
    T *const out = s->call->ports[2];

    if (thread >= s->threads)
        return;
    const size_t begin = share(s->call->n, s->threads, thread);
    const size_t end = share(s->call->n, s->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scatter);
    for (size_t i = begin; i < end; i++)
        if (index[i] >= 0)
            out[index[i]] = in[i];
}

void native_run(const struct native_call *call)
{
    struct scatter s = {call, workers(call)};

    call->parallel(call->pool, scatter_share, &s);
}
