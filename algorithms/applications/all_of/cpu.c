/* cpu.c - all_of on CPU threads: each tests its share, piece by piece, and
 * stops after a piece with an element that is not kept.
 *
 *     in        3 1 5 | 7 4 9 | 5 3 1      odd numbers?
 *     answers   1     | 0     | 1          the second thread has found 4
 *     holds     0                          their "and"
 *
 * True and false with "and" form a monoid, and all_of is a reduction of p(x)
 * over the input: a list homomorphism.
 *
 * Cost: no op; at most n elements read.
 * Try it: `scanlab run all_of -n 10 --predicate positive`.
 * Source: OpenCL course day 3, "all".
 */
#include "cpu.h"
#include "predicate.h"

enum { LINE = 64 / sizeof(uint64_t), PIECE = 1024 };

struct check_run {
    const struct native_call *call;
    uint64_t *answers; /* a cache line for each thread */
    int threads;
};

/* Tests a piece without a branch. */
static bool holds_for(const T *in, size_t count)
{
    bool holds = true;

    for (size_t i = 0; i < count; i++)
        holds &= keeps(in[i]);
    return holds;
}

static void ask_share(void *arg, int thread)
{
    const struct check_run *const a = arg;
    const T *const in = a->call->ports[0];
    bool holds = true;

    if (thread >= a->threads)
        return;
    const size_t begin = share(a->call->n, a->threads, thread);
    const size_t end = share(a->call->n, a->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(reduce);
    for (size_t i = begin; i < end && holds; i += PIECE)
        holds = holds_for(in + i, end - i < PIECE ? end - i : PIECE);
    TRACE_PUBLISH_COUNT(thread, TRACE_A, holds);
    a->answers[thread * LINE] = holds;
}

void native_run(const struct native_call *call)
{
    struct check_run a = {call, call->buffers[0], workers(call)};
    bool holds = true;

    call->parallel(call->pool, ask_share, &a);
    for (int t = 0; t < a.threads; t++)
        holds &= a.answers[t * LINE] != 0;
    *(uint32_t *)call->ports[1] = holds;
}
