/* cpu.c - segmented scan on CPU threads: reduce the earlier chunks, then scan.
 *
 *     flags     1 0 0 1 | 0 0 0 0 | 1  0          P + 1 chunks for P threads
 *     in        1 2 3 4 | 5 6 7 8 | 9 10          (here P = 2)
 *     first     1 3 6 4 |     26  |               scan t0 | reduce t1
 *     join            4 |     30  |               no head: 4 then 26
 *     then              | 9 15 22 30 | 9 19       scan t1 | scan t0
 *
 * A chunk passes on a pair: whether it has a head, and the fold since its last
 * one. If a chunk has no head, its last segment began before the chunk. To find
 * the last head, the flags are read backwards from the end, only as far as that
 * head; elements before the last head are not reduced.
 *
 * Heads are often close to one another. So the NEAR elements from a head on are
 * scanned in a plain loop, whatever heads are among them, and those after them,
 * up to the next head, by span_scan(), with SIMD if the monoid supports it: a
 * few long segments cost about as much as a scan.
 *
 * Cost: at most n - 1 ops on one thread; traffic of 2n elements and n flags.
 * Try it: `scanlab run segmented_scan -n 20 --exclusive`.
 * Source: OpenCL course day 3; Blelloch, Prefix Sums and Their Applications.
 */
#include "cpu.h"
#include "span.h"

enum {
    MAX_THREADS = 256,
    NEAR = 64 /* elements after a head, among which the next one may be */
};

struct segments {
    const struct native_call *call;
    const T *in;
    const uint8_t *flags;
    T *out;
    int threads;
    T fold[MAX_THREADS]; /* of each chunk but the last, since its last head */
    bool has_head[MAX_THREADS];
};

/* ------------------------------------------------------------------- heads */

/* Whether one of these eight elements is a head. */
INLINE bool any_head(const uint8_t flags[8])
{
    uint64_t all;

    memcpy(&all, flags, sizeof all);
    return all != 0;
}

/* The first head of [i, end); else end. */
static size_t first_head(const uint8_t *flags, size_t i, size_t end)
{
    while (end - i >= 8 && !any_head(flags + i))
        i += 8;
    while (i < end && !flags[i])
        i++;
    return i;
}

/* One past the last head of [begin, i); else begin. */
static size_t after_last_head(const uint8_t *flags, size_t begin, size_t i)
{
    while (i - begin >= 8 && !any_head(flags + i - 8))
        i -= 8;
    while (i > begin && !flags[i - 1])
        i--;
    return i;
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
    const size_t after = after_last_head(s->flags, begin, end);
    const size_t from = after > begin ? after - 1 : begin;
    const T fold = span_reduce(s->in + from, end - from);
    TRACE_PUBLISH(k, TRACE_A, fold);
    s->fold[k] = fold;
    s->has_head[k] = after > begin;
}

/* One element. Returns the fold up to it. */
INLINE T scan_step(const T *in, T *out, bool is_head, T fold)
{
    const T sum = is_head ? *in : op(fold, *in);

    *out = !EXCLUSIVE ? sum : is_head ? identity() : fold;
    return sum;
}

/* Returns the fold since the last head. */
static T scan_chunk(const struct segments *s, int k)
{
    const size_t end = chunk_begin(s, k + 1);
    size_t i = chunk_begin(s, k);
    T fold = k > 0 ? s->fold[k - 1] : identity();

    TRACE_TICKET(k, i, end - i);
    TRACE_PHASE(scan);
    if (i == 0 && end > 0) { /* a head, whatever its flag */
        fold = scan_step(s->in, s->out, true, fold);
        i++;
    }
    while (i < end) {
        const size_t next = first_head(s->flags, i, end);
        if (next > i)
            fold = span_scan(s->in + i, s->out + i, next - i, &fold, false);
        const size_t stop = end - next < NEAR ? end : next + NEAR;
        for (i = next; i < stop; i++)
            fold = scan_step(s->in + i, s->out + i, s->flags[i], fold);
    }
    return fold;
}

#include "applications/segments/segments_shares.h"

void native_run(const struct native_call *call)
{
    struct segments s = {.call = call,
                         .in = call->ports[0],
                         .flags = call->ports[1],
                         .out = call->ports[2],
                         .threads = workers(call)};

    scan_segments(&s);
}
