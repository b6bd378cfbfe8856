/* cpu.c - partition on CPU threads: each counts the elements it keeps, then
 * goes over its share twice, to write first the kept elements, then the others.
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8   odd numbers first
 *     count     3         2         3
 *     before    0         3         5         the exclusive scan
 *     out       3 1 1     5 9       5 3 5     from before[]
 *               4         2 6       8         from 8 + others before
 *
 * Each of the i elements before a share is either kept or not: so one scan
 * gives both counts.
 *
 * Cost: no op; 3n read, n written.
 * Try it: `scanlab run partition2 -n 10 --predicate odd`.
 * Source: OpenCL course day 3, "Partition2".
 */
#include "cpu.h"
#include "applications/compaction/kept_shares.h"

static void write_share(void *arg, int thread)
{
    const struct shares *const s = arg;
    const struct native_call *const call = s->call;
    T *const out = call->ports[1];

    if (thread >= s->threads)
        return;
    const size_t begin = share(call->n, s->threads, thread);
    const size_t end = share(call->n, s->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scatter);
    const uint64_t all = kept_before(s, s->threads);
    const uint64_t before = kept_before(s, thread);
    write_those(call->ports[0], begin, end, true, out + before);
    write_those(call->ports[0], begin, end, false, out + all + begin - before);
    if (thread == 0)
        *(uint64_t *)call->ports[2] = all;
}

void native_run(const struct native_call *call)
{
    struct shares shares = shares_of(call);

    call->parallel(call->pool, count_share, &shares);
    call->parallel(call->pool, write_share, &shares);
}
