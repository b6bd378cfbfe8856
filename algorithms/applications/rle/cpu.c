/* cpu.c - run-length encoding on CPU threads: each counts its heads, then
 * writes its runs.
 *
 *     in          7 7 7 1 | 1 1 5 5    two threads
 *     heads       2         1          where a key differs from the one before
 *     before      0         2          the exclusive scan
 *     last        3         6          each thread's last head
 *     values      7 1       5          beginning at before[]
 *     lengths     3 .       3 2        a head ends the run before it
 *
 * So a thread's first head needs the last head of earlier threads. The end of
 * the array ends the last run.
 *
 * Cost: no op; 2n elements read, a value and a length written for each run.
 * Try it: `scanlab run rle -n 20`. Source: Blelloch 1990.
 */
#include "cpu.h"
#include "key.h"

struct heads {
    uint64_t count, last; /* last: its place, if there is one */
    uint64_t padding[6];  /* other threads' heads are on other cache lines */
};

struct encoding {
    const struct native_call *call;
    struct heads *heads; /* of each thread */
    int threads;
};

INLINE bool is_head(const T *in, size_t i)
{
    return i == 0 || key(in[i]) != key(in[i - 1]);
}

static void count_share(void *arg, int thread)
{
    const struct encoding *const e = arg;
    const T *const in = e->call->ports[0];
    const size_t n = e->call->n;

    if (thread >= e->threads)
        return;
    const size_t begin = share(n, e->threads, thread);
    size_t end = share(n, e->threads, thread + 1);
    struct heads heads = {.count = 0};
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(count);
    for (size_t i = begin; i < end; i++)
        heads.count += is_head(in, i);
    while (end > begin && !is_head(in, end - 1))
        end--;
    heads.last = end > begin ? end - 1 : 0;
    TRACE_PUBLISH_COUNT(thread, TRACE_A, heads.count);
    e->heads[thread] = heads;
}

/* All heads of the threads before this one. */
static struct heads heads_before(const struct encoding *e, int thread)
{
    struct heads before = {.count = 0};

    for (int t = 0; t < thread; t++)
        if (e->heads[t].count > 0) {
            before.count += e->heads[t].count;
            before.last = e->heads[t].last;
        }
    return before;
}

static void write_share(void *arg, int thread)
{
    const struct encoding *const e = arg;
    const T *const in = e->call->ports[0];
    T *const values = e->call->ports[1];
    uint32_t *const lengths = e->call->ports[2];

    if (thread >= e->threads)
        return;
    const size_t begin = share(e->call->n, e->threads, thread);
    const size_t end = share(e->call->n, e->threads, thread + 1);
    struct heads at = heads_before(e, thread);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scatter);
    for (size_t i = begin; i < end; i++) {
        if (!is_head(in, i))
            continue;
        if (at.count > 0)
            lengths[at.count - 1] = (uint32_t)(i - at.last);
        values[at.count++] = in[i];
        at.last = i;
    }
    if (thread < e->threads - 1)
        return;
    if (at.count > 0)
        lengths[at.count - 1] = (uint32_t)(e->call->n - at.last);
    *(uint64_t *)e->call->ports[3] = at.count;
}

void native_run(const struct native_call *call)
{
    struct encoding encoding = {call, call->buffers[0], workers(call)};

    call->parallel(call->pool, count_share, &encoding);
    call->parallel(call->pool, write_share, &encoding);
}
