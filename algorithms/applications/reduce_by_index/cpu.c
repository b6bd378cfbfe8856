/* cpu.c - reduce_by_index on CPU threads: each has its own bins.
 *
 *     in          a b c d | e f g h      index  0 1 0 0 | 1 1 0 2
 *     thread 0    acd b   .
 *     thread 1    g   ef  h
 *     out         acdg bef h             a thread joins some of the bins
 *
 * The threads' shares are in order, so op need not commute.
 *
 * Cost: at most n - 1 ops; n elements and n indices read.
 * Try it: `scanlab run reduce_by_index -n 100 --bins 16`.
 * Source: Henriksen, A Minimal Basis for Parallelism, 2019.
 */
#include "cpu.h"

#ifndef BINS
#define BINS 256
#endif

struct binning {
    const struct native_call *call;
    T *folds;     /* BINS for each thread */
    bool *filled; /* which of them hold one */
    int threads;
};

static void fold_share(void *arg, int thread)
{
    const struct binning *const b = arg;
    const T *const in = b->call->ports[0];
    const int32_t *const index = b->call->ports[1];

    if (thread >= b->threads)
        return;
    T *const fold = b->folds + (size_t)thread * BINS;
    bool *const filled = b->filled + (size_t)thread * BINS;
    const size_t end = share(b->call->n, b->threads, thread + 1);
    size_t i = share(b->call->n, b->threads, thread);
    TRACE_TICKET(thread, i, end - i);
    TRACE_PHASE(reduce);
    memset(filled, 0, BINS * sizeof *filled);
    for (; i < end; i++) {
        const int32_t bin = index[i];
        if (bin < 0 || bin >= BINS)
            continue;
        fold[bin] = filled[bin] ? op(fold[bin], in[i]) : in[i];
        filled[bin] = true;
    }
}

static void join_bins(void *arg, int thread)
{
    const struct binning *const b = arg;
    T *const out = b->call->ports[2];

    if (thread >= b->threads)
        return;
    const size_t end = share(BINS, b->threads, thread + 1);
    for (size_t bin = share(BINS, b->threads, thread); bin < end; bin++) {
        bool any = false;
        out[bin] = identity();
        for (size_t k = bin; k < (size_t)b->threads * BINS; k += BINS) {
            if (!b->filled[k])
                continue;
            out[bin] = any ? op(out[bin], b->folds[k]) : b->folds[k];
            any = true;
        }
    }
    if (thread == 0)
        *(uint64_t *)b->call->ports[3] = BINS;
}

void native_run(const struct native_call *call)
{
    struct binning binning = {call, call->buffers[0], call->buffers[1],
                              workers(call)};

    call->parallel(call->pool, fold_share, &binning);
    call->parallel(call->pool, join_bins, &binning);
}
