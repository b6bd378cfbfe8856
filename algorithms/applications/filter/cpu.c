/* cpu.c - filter on CPU threads: each counts the elements it keeps, then
 * writes them.
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8      keep odd numbers
 *     count     3         2         3
 *     before    0         3         5            the exclusive scan
 *     out       3 1 1   | 5 9     | 5 3 5
 *
 * A thread that knows how many elements are kept before its own can write
 * independently. A single thread need not count first.
 *
 * Cost: no op; 2n read (n on one thread), kept elements written.
 * Try it: `scanlab run filter -n 10 --predicate odd`.
 * Source: OpenCL course day 3; Blelloch, Prefix Sums and Their Applications.
 */
#include "cpu.h"
#include "applications/compaction/kept_shares.h"

static void write_share(void *arg, int thread)
{
    const struct shares *const s = arg;
    const struct native_call *const call = s->call;

    if (thread >= s->threads)
        return;
    const size_t begin = share(call->n, s->threads, thread);
    const size_t end = share(call->n, s->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scatter);
    const uint64_t before = kept_before(s, thread);
    const uint64_t kept = write_those(call->ports[0], begin, end, true,
                                      (T *)call->ports[1] + before);
    if (thread == s->threads - 1)
        *(uint64_t *)call->ports[2] = before + kept;
}

void native_run(const struct native_call *call)
{
    struct shares shares = shares_of(call);

    if (shares.threads > 1)
        call->parallel(call->pool, count_share, &shares);
    call->parallel(call->pool, write_share, &shares);
}
