/* cpu.c - partition with the others in reverse, on CPU threads: each counts
 * the elements it keeps, then goes over its share twice, to write first these,
 * then the others.
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8    odd numbers first
 *     count     3         2         3
 *     before    0         3         5          the exclusive scan
 *     out       3 1 1     5 9       5 3 5      from before[]
 *               4         6 2       8          4: from the end; 6 2: before it
 *
 * The others are written backwards in pieces: the elements of each piece are
 * first collected in a small array, in order.
 *
 * Cost: no op; 3n read, n written.
 * Try it: `scanlab run partition_reversed -n 10 --predicate odd`.
 * Source: OpenCL course day 3, "Partition2"; CUB's DevicePartition.
 */
#include "cpu.h"
#include "applications/compaction/kept_shares.h"

/* Writes the others of in[begin..end), backwards, so that they end before
 * `behind`. */
static void write_others(const T *in, size_t begin, size_t end, T *behind)
{
    T others[PIECE];

    while (begin < end) {
        const size_t stop = end - begin < PIECE ? end : begin + PIECE;
        const uint64_t count = write_those(in, begin, stop, false, others);
        for (uint64_t k = 0; k < count; k++)
            *--behind = others[k];
        begin = stop;
    }
}

static void write_share(void *arg, int thread)
{
    const struct shares *const s = arg;
    const struct native_call *const call = s->call;
    T *const out = call->ports[1];

    if (thread >= s->threads)
        return;
    const size_t begin = share(call->n, s->threads, thread);
    const size_t end = share(call->n, s->threads, thread + 1);
    const uint64_t before = kept_before(s, thread);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scatter);
    const uint64_t kept =
        write_those(call->ports[0], begin, end, true, out + before);
    write_others(call->ports[0], begin, end, out + call->n - (begin - before));
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
