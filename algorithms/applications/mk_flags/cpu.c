/* cpu.c - mk_flags on CPU threads: each sums its lengths, then marks heads.
 *
 *     shape     0 3 1 0 | 4 2 0
 *     sum             4 |     6
 *     before          0 |     4          the exclusive scan
 *     marked    . 0 3 . | 4 8 .          where a segment begins, if not empty
 *     flags     1 0 0 1 1 0 0 0 1 0
 *
 * The sum of the lengths before a thread's own is where its first segment
 * begins. All flags are cleared before any is marked, since a thread's heads
 * can be in the part that another thread clears.
 *
 * Cost: no op; 8 bytes per segment, a byte to clear each flag, and a byte to
 * mark each head. Try it: `scanlab run mk_flags -n 20`. Source: OpenCL course
 * day 3, "Computing Flag Array from Shape Array".
 */
#include "cpu.h"

enum { SUM_LINE = 64 / sizeof(uint64_t) };

struct shapes {
    const uint32_t *shape;
    uint8_t *flags;
    uint64_t *sums; /* a cache line for each thread */
    size_t n, segments;
    int threads;
};

static void clear_and_sum(void *arg, int thread)
{
    const struct shapes *const s = arg;
    uint64_t sum = 0;

    if (thread >= s->threads)
        return;
    const size_t flag = share(s->n, s->threads, thread);
    const size_t begin = share(s->segments, s->threads, thread);
    const size_t end = share(s->segments, s->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(store);
    memset(s->flags + flag, 0, share(s->n, s->threads, thread + 1) - flag);
    TRACE_PHASE(reduce);
    for (size_t k = begin; k < end; k++)
        sum += s->shape[k];
    TRACE_PUBLISH_COUNT(thread, TRACE_A, sum);
    s->sums[thread * SUM_LINE] = sum;
}

static void mark_heads(void *arg, int thread)
{
    const struct shapes *const s = arg;
    uint64_t place = 0;

    if (thread >= s->threads)
        return;
    for (int t = 0; t < thread; t++)
        place += s->sums[t * SUM_LINE];
    const size_t begin = share(s->segments, s->threads, thread);
    const size_t end = share(s->segments, s->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scatter);
    for (size_t k = begin; k < end; k++) {
        if (s->shape[k] > 0)
            s->flags[place] = 1;
        place += s->shape[k];
    }
}

void native_run(const struct native_call *call)
{
    struct shapes s = {.shape = call->ports[0],
                       .flags = call->ports[1],
                       .sums = call->buffers[0],
                       .n = call->n,
                       .segments = call->sizes[1],
                       .threads = workers(call)};

    call->parallel(call->pool, clear_and_sum, &s);
    call->parallel(call->pool, mark_heads, &s);
}
