/* cpu.c - segmented scan of equal segments on CPU threads.
 *
 *     length 3   1 3 6 | 4 9 15 | 7 15 24 | 10       P shares of whole segments
 *
 * With many segments each thread scans its share of them: heads are at
 * multiples of the length, so no share waits for another one. With few
 * segments, the array is cut as if there were none: reduce the earlier chunks,
 * then scan (segments_shares.h).
 *
 * Cost, if inclusive and with many segments: n - (number of segments) ops;
 * traffic of 2n elements.
 * Try it: `scanlab run segmented_scan_regular -n 20 --exclusive`.
 * Source: section 7 of the Futhark report asks for this scan; the rest follows
 * from the definition.
 */
#include "cpu.h"
#include "span.h"

enum {
    MAX_THREADS = 256,
    MANY = 16 /* segments for each thread: shares differ by a 16th at most */
};

struct segments {
    const struct native_call *call;
    const T *in;
    T *out;
    size_t length;
    int threads;
    T fold[MAX_THREADS]; /* of each chunk but the last, since its last head */
    bool has_head[MAX_THREADS];
};

/* Scans from element i to `end`; `before` is the fold of the elements before i
 * in its segment. Returns the fold since the last head. */
static T scan_from(const struct segments *s, size_t i, size_t end, T before)
{
    while (i < end) {
        const size_t left = s->length - i % s->length;
        const size_t count = left < end - i ? left : end - i;
        before = span_scan(s->in + i, s->out + i, count,
                           left == s->length ? NULL : &before, false);
        i += count;
    }
    return before;
}

/* ------------------------------------------------------------------ chunks */

/* Where chunk k begins. */
static size_t chunk_begin(const struct segments *s, int k)
{
    return share(s->call->n, s->threads == 1 ? 1 : s->threads + 1, k);
}

static void reduce_chunk(struct segments *s, int k)
{
    const size_t begin = chunk_begin(s, k), end = chunk_begin(s, k + 1);
    TRACE_TICKET(k, begin, end - begin);
    TRACE_PHASE(reduce);
    const size_t last = end > 0 ? (end - 1) / s->length * s->length : 0;
    const size_t from = last > begin ? last : begin;

    const T fold = span_reduce(s->in + from, end - from);
    TRACE_PUBLISH(k, TRACE_A, fold);
    s->fold[k] = fold;
    s->has_head[k] = last >= begin;
}

/* Returns the fold since the last head. */
static T scan_chunk(const struct segments *s, int k)
{
    const size_t begin = chunk_begin(s, k), end = chunk_begin(s, k + 1);

    TRACE_TICKET(k, begin, end - begin);
    TRACE_PHASE(scan);
    return scan_from(s, begin, end, k > 0 ? s->fold[k - 1] : identity());
}

#include "applications/segments/segments_shares.h"

/* ---------------------------------------------------------- whole segments */

static void scan_share(void *arg, int thread)
{
    const struct segments *const s = arg;
    const size_t n = s->call->n;
    const size_t segments = n / s->length + (n % s->length > 0);

    if (thread >= s->threads)
        return;
    const size_t begin = share(segments, s->threads, thread) * s->length;
    const size_t past = share(segments, s->threads, thread + 1) * s->length;
    const size_t end = past < n ? past : n;
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(scan);
    scan_from(s, begin, end, identity());
}

void native_run(const struct native_call *call)
{
    struct segments s = {.call = call,
                         .in = call->ports[0],
                         .out = call->ports[2],
                         .length = *(const uint64_t *)call->ports[1],
                         .threads = workers(call)};

    if (s.threads > 1 &&
        call->n / s.length / MANY >= (size_t)s.threads) /* whole segments */
        call->parallel(call->pool, scan_share, &s);
    else
        scan_segments(&s);
}
