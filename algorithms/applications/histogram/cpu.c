/* cpu.c - histogram on CPU threads: each counts in its own tables.
 *
 *     in          3 1 4 1 | 5 9 2 6      bins = 4: the two low bits
 *     thread 0    1 2 0 1                counts of 0, 1, 2 and 3
 *     thread 1    0 2 2 0
 *     counts      1 4 2 1                a thread adds up some of the bins
 *
 * Neighbouring elements are counted in different tables: if they are equal,
 * the second count need not wait until the first one is written.
 *
 * Cost: no op; n read. Try it: `scanlab run histogram -n 100 --bins 16`.
 * Source: OpenCL course day 3.
 */
#include "cpu.h"
#include "key.h"

#ifndef BINS
#define BINS 256
#endif

enum { TABLES = BINS > 1024 ? 1 : 4 }; /* the same in plan.c */

struct table {
    uint64_t count[TABLES][BINS];
};

struct counting {
    const struct native_call *call;
    struct table *tables; /* one for each thread */
    int threads;
};

static inline size_t bin_of(T x)
{
    return (size_t)(key(x) % BINS);
}

static void count_share(void *arg, int thread)
{
    const struct counting *const c = arg;
    const T *const in = c->call->ports[0];

    if (thread >= c->threads)
        return;
    struct table *const table = &c->tables[thread];
    const size_t end = share(c->call->n, c->threads, thread + 1);
    size_t i = share(c->call->n, c->threads, thread);
    TRACE_TICKET(thread, i, end - i);
    TRACE_PHASE(count);
    memset(table, 0, sizeof *table);
    for (; i + TABLES <= end; i += TABLES)
        UNROLL
    for (int k = 0; k < TABLES; k++)
        table->count[k][bin_of(in[i + (size_t)k])]++;
    for (; i < end; i++)
        table->count[0][bin_of(in[i])]++;
}

static void add_tables(void *arg, int thread)
{
    const struct counting *const c = arg;
    uint64_t *const counts = c->call->ports[1];

    if (thread >= c->threads)
        return;
    const size_t end = share(BINS, c->threads, thread + 1);
    for (size_t bin = share(BINS, c->threads, thread); bin < end; bin++) {
        uint64_t sum = 0;
        for (int t = 0; t < c->threads; t++)
            for (int k = 0; k < TABLES; k++)
                sum += c->tables[t].count[k][bin];
        counts[bin] = sum;
    }
    if (thread == 0)
        *(uint64_t *)c->call->ports[2] = BINS;
}

void native_run(const struct native_call *call)
{
    struct counting counting = {call, call->buffers[0], workers(call)};

    call->parallel(call->pool, count_share, &counting);
    call->parallel(call->pool, add_tables, &counting);
}
