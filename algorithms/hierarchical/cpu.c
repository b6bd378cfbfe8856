/* cpu.c - the hierarchical scan of the OpenCL course, on CPU threads.
 *
 *     1 thread   a ab  c cd  e ef  g gh    ITEMS rows each, one by one
 *     2 publish    ab    cd    ef    gh    their lasts
 *     3 wave       ab    a..d  a..f  a..h  Kogge-Stone over these
 *     4 section        abc a..d ...        joined with a thread's prefix
 *     5 gather   the groups' lasts, and scan them
 *     6 add      a group's prefix to each of its elements
 *
 * (Here ITEMS is 2, and a row has one lane.) In general a row is a SIMD
 * register, whose lanes are scanned first. Sections have a running carry
 * (sections.h). A group, which is a processor's thread, scans as many sections
 * as needed, "virtualized", so that there are no more groups than threads.
 *
 * Cost: 4n traffic, "2 reads and 2 writes"; one thread needs half of it.
 * Try it: leave out step 4 and run
 * `scanlab verify hierarchical --source cpu.c`.
 * Source: Oancea and Henriksen, OpenCL Day 3, "OpenCL Scan Implementation".
 */
#include "cpu.h"
#include "span.h"

static T scan_chunk(const T *in, T *out, size_t n, const T *carry, bool stream);

#include "sections.h"

#ifndef ITEMS
#define ITEMS 2 /* rows of a thread */
#endif

enum { THREADS = (ROWS + ITEMS - 1) / ITEMS }; /* of a section */

INLINE int end_of_thread(int thread, int rows)
{
    return (thread + 1) * ITEMS < rows ? (thread + 1) * ITEMS : rows;
}

INLINE void scan_section(vec row[], int rows)
{
    const int threads = (rows + ITEMS - 1) / ITEMS;
    vec last[THREADS];

    UNROLL for (int k = 0; k < rows; k++) {
        row[k] = vec_scan(row[k]);
        if (k % ITEMS != 0) /* step 1 */
            row[k] = vec_op(vec_spread(row[k - 1]), row[k]);
    }
    UNROLL for (int t = 0; t < threads; t++) /* step 2 */
        last[t] = row[end_of_thread(t, rows) - 1];
    UNROLL for (int far = 1; far < threads; far *= 2) /* step 3 */
        UNROLL for (int t = threads - 1; t >= far; t--)
            last[t] = vec_op(vec_spread(last[t - far]), last[t]);
    UNROLL for (int k = ITEMS; k < rows; k++) /* step 4 */
        row[k] = k + 1 == end_of_thread(k / ITEMS, rows)
                     ? last[k / ITEMS]
                     : vec_op(vec_spread(last[k / ITEMS - 1]), row[k]);
}

struct groups {
    const struct native_call *call;
    int count; /* one for each thread that takes part */
    bool stream;
    T *lasts; /* later the prefix of each */
};

static void scan_group(void *arg, int group)
{
    const struct groups *const groups = arg;
    const struct native_call *const call = groups->call;

    if (group >= groups->count)
        return;
    const size_t begin = share(call->n, groups->count, group);
    const size_t end = share(call->n, groups->count, group + 1);
    groups->lasts[group] = scan_chunk(
        (const T *)call->ports[0] + begin, (T *)call->ports[1] + begin,
        end - begin, group == 0 ? call->carry : NULL, groups->stream);
}

/* Step 6, for all groups except the first. */
static void add_lasts(void *arg, int group)
{
    const struct groups *const groups = arg;
    const struct native_call *const call = groups->call;

    if (group == 0 || group >= groups->count)
        return;
    T *const out = call->ports[1];
    const size_t end = share(call->n, groups->count, group + 1);
    const T before = groups->lasts[group];
    const vec all = vec_all(before);
    size_t i = share(call->n, groups->count, group);

    if (EXCLUSIVE)
        out[i++] = before; /* it was the identity */
    for (; end - i >= W; i += W)
        vec_store(out + i, vec_op(all, vec_load(out + i)));
    for (; i < end; i++)
        out[i] = op(before, out[i]);
}

void native_scan(const struct native_call *call)
{
    struct groups groups = {.call = call,
                            .count = workers(call),
                            .stream = span_streams_reread(call),
                            .lasts = call->buffers[0]};

    if (groups.count == 1) {
        scan_group(&groups, 0);
        return;
    }
    call->parallel(call->pool, scan_group, &groups);
    totals_to_carries(groups.lasts, (size_t)groups.count); /* step 5 */
    call->parallel(call->pool, add_lasts, &groups);
}
