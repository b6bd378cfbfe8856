/* chunks.h - a scan on P threads, built from a scan on one thread. Included
 * after span.h.
 *
 *     chunk     0         1         2             P + 1 chunks for P threads
 *     first     scan t0   reduce t1               (here P = 2)
 *     join      carry 1 = last of chunk 0, carry 2 = carry 1 with chunk 1, ...
 *     then                scan t1   scan t0
 *
 * The first chunk needs no carry, and the last need not be reduced, so no
 * thread is idle. cpu.c defines how one thread scans one chunk:
 *
 *     static T scan_chunk(const T *in, T *out, size_t n, const T *carry,
 *                         bool stream);
 *
 * carry is NULL if nothing comes before the chunk. The function returns the
 * fold of the carry and the chunk.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#include "span.h"

enum { MAX_THREADS = 256 };

static T scan_chunk(const T *in, T *out, size_t n, const T *carry, bool stream);

struct chunks {
    const struct native_call *call;
    int threads; /* those that take part: one fewer than chunks */
    bool stream;
    T fold[MAX_THREADS + 1]; /* of each chunk; later the carry into it */
};

struct chunk {
    const T *in;
    T *out;
    size_t length;
};

/* Chunk k, for the thread that takes it first. */
static struct chunk take_chunk(const struct chunks *chunks, int k)
{
    const struct native_call *call = chunks->call;
    const int parts = chunks->threads + 1;
    const size_t begin = share(call->n, parts, k);
    const size_t length = share(call->n, parts, k + 1) - begin;

    TRACE_TICKET(k, begin, length);
    return (struct chunk){.in = (const T *)call->ports[0] + begin,
                          .out = (T *)call->ports[1] + begin,
                          .length = length};
}

static void first_phase(void *arg, int thread)
{
    struct chunks *chunks = arg;

    if (thread >= chunks->threads)
        return;
    const struct chunk chunk = take_chunk(chunks, thread);
    if (thread == 0) {
        TRACE_PHASE(scan);
        chunks->fold[0] = scan_chunk(chunk.in, chunk.out, chunk.length,
                                     chunks->call->carry, chunks->stream);
    } else {
        TRACE_PHASE(load);
        chunks->fold[thread] = span_reduce(chunk.in, chunk.length);
    }
}

static void second_phase(void *arg, int thread)
{
    struct chunks *chunks = arg;

    if (thread >= chunks->threads)
        return;
    const int mine = thread == 0 ? chunks->threads : thread;
    const struct chunk chunk = take_chunk(chunks, mine);
    TRACE_PHASE(scan);
    scan_chunk(chunk.in, chunk.out, chunk.length, &chunks->fold[mine],
               chunks->stream);
}

static void scan_in_chunks(const struct native_call *call)
{
    struct chunks chunks = {.call = call, .threads = workers(call)};

    if (chunks.threads > MAX_THREADS)
        chunks.threads = MAX_THREADS;
    chunks.stream = span_streams(call);
    if (chunks.threads == 1) {
        scan_chunk(call->ports[0], call->ports[1], call->n, call->carry,
                   chunks.stream);
        return;
    }
    call->parallel(call->pool, first_phase, &chunks);
    totals_to_carries(chunks.fold, (size_t)chunks.threads + 1);
    call->parallel(call->pool, second_phase, &chunks);
}

#endif
