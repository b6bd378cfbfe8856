/* cpu.c - segmented scan by offsets on CPU threads: reduce the earlier chunks,
 * then scan.
 *
 *     offsets   0 3 3 8 10                        segments of 3, 0, 5 and 2
 *     in        1 2 3 4 | 5 6 7 8 | 9 10          P + 1 chunks for P threads
 *     first     1 3 6 4 |     26  |               scan t0 | reduce t1
 *     join            4 |     30  |               no head: 4 then 26
 *     then              | 9 15 22 30 | 9 19       scan t1 | scan t0
 *
 * Chunks are cut as if there were no segments, so threads have equal work,
 * whatever the segments are. The first and the last head of a chunk are found
 * by bisection; the chunk is reduced from its last head on; then span_scan()
 * scans each segment, or the part of it that is in the chunk.
 *
 * Cost: at most n - 1 ops on one thread; traffic of 2n elements, and the
 * offsets.
 * Try it: `scanlab run segmented_scan_csr -n 20 --exclusive`.
 * Source: OpenCL course day 3; Blelloch, Prefix Sums and Their Applications.
 */
#include "cpu.h"
#include "span.h"

enum { MAX_THREADS = 256 };

struct segments {
    const struct native_call *call;
    const T *in;
    const uint32_t *offsets;
    T *out;
    size_t count; /* of segments */
    int threads;
    T fold[MAX_THREADS]; /* of each chunk but the last, since its last head */
    bool has_head[MAX_THREADS];
};

/* The first segment that does not begin before element i. */
static size_t first_from(const struct segments *s, size_t i)
{
    size_t low = 0, high = s->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->offsets[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
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
    const size_t after = first_from(s, end);
    const size_t last = after > 0 ? s->offsets[after - 1] : 0;
    const size_t from = last > begin ? last : begin;

    const T fold = span_reduce(s->in + from, end - from);
    TRACE_PUBLISH(k, TRACE_A, fold);
    s->fold[k] = fold;
    s->has_head[k] = last >= begin;
}

/* Returns the fold since the last head. */
static T scan_chunk(const struct segments *s, int k)
{
    const size_t end = chunk_begin(s, k + 1);
    size_t i = chunk_begin(s, k);
    size_t segment = first_from(s, i);
    T fold = k > 0 ? s->fold[k - 1] : identity();

    TRACE_TICKET(k, i, end - i);
    TRACE_PHASE(scan);
    while (i < end) {
        const bool is_head = s->offsets[segment] == i;
        while (s->offsets[segment] <= i)
            segment++; /* it ends: the last offset is n */
        const size_t next = s->offsets[segment];
        const size_t stop = next < end ? next : end;
        fold = span_scan(s->in + i, s->out + i, stop - i,
                         is_head ? NULL : &fold, false);
        i = stop;
    }
    return fold;
}

#include "applications/segments/segments_shares.h"

void native_run(const struct native_call *call)
{
    struct segments s = {.call = call,
                         .in = call->ports[0],
                         .offsets = call->ports[1],
                         .out = call->ports[2],
                         .count = call->sizes[1],
                         .threads = workers(call)};

    scan_segments(&s);
}
