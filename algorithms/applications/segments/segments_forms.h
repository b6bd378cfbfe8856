/* segments_forms.h - for plan.c: the costs of a segmented scan on a CPU that
 * works as in segments_shares.h, for every representation of heads. */
#ifndef SEGMENTS_FORMS_H
#define SEGMENTS_FORMS_H

#include "../../contract/plan.h"

/* The number of chunks: one, or one more than there are threads. */
static inline int segments_chunks(const struct request *request)
{
    const int threads = plan_workers(request, request->parameters[0]);

    return threads == 1 ? 1 : threads + 1;
}

/* One segment costs the most: all chunks but the first and the last are reduced
 * before they are scanned. Each element has `flag` bytes that mark it as a head
 * or not; at most `more` other bytes are read. */
static inline void segments_cpu_forms(const struct request *request,
                                      double flag, double more,
                                      struct forms *forms)
{
    const int chunks = segments_chunks(request);
    const double n = (double)request->n, unit = (double)request->elem_bytes;
    const double least = (2 * unit + flag) * n;
    const double first = (double)plan_share(request->n, chunks, 0);
    double work = larger(first - 1, 0), fold = work, depth = work, reduced = 0;

    for (int k = 1; k < chunks; k++) {
        const size_t size = plan_share(request->n, chunks, k);
        work += (double)size;
        depth = larger(depth, fold + (double)size);
        if (k < chunks - 1) {
            work += (double)size; /* size - 1 ops to reduce it, 1 to join it */
            fold = larger(fold, reduce_depth(size)) + 1;
            reduced += (double)size;
        }
    }
    *forms = (struct forms){
        .work = between(0, work),
        .depth = between(0, depth),
        .bytes = between(least, least + (unit + flag) * reduced + more),
        .why = "no op is applied across a head: one segment costs the most",
    };
}

#endif
