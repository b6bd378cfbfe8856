/* cpu.c - map and scan on CPU threads: reduce the earlier chunks, then scan.
 *
 *     in        3 1 7 0 | 4 1 6 3 | 2 5 1 1      P + 1 chunks for P threads
 *     mapped    2,4 0,2 6,8 ...                  x - 1, x + 1; here P = 2
 *     first     scanned | reduced |
 *     then              | scanned | scanned      each from its prefix
 *
 * A chunk that is reduced first is mapped twice: reading a number again costs
 * less than reading the element that it became.
 *
 * Elements are mapped and scanned in pieces that stay in the level 1 cache,
 * where span.h scans them like any other array; then they go to their planes,
 * one number after another.
 *
 * Cost: n - 1 ops on one thread.
 * Try it: `scanlab run map_scan -n 8 -m add2_i32`.
 * Source: Futhark report, appendix B.
 */
#include "cpu.h"
#include "map.h"
#include "planes.h"
#include "span.h"

enum { MAX_THREADS = 256, PIECE = 256 /* elements */ };

struct mapping {
    const struct native_call *call;
    const int32_t *in;
    void *mapped, *out;
    int threads;
    T fold[MAX_THREADS]; /* of each chunk but the last */
};

static size_t chunk_begin(const struct mapping *m, int k)
{
    return share(m->call->n, m->threads == 1 ? 1 : m->threads + 1, k);
}

INLINE size_t map_piece(const struct mapping *m, size_t begin, size_t end,
                        T *piece)
{
    const size_t count = end - begin < PIECE ? end - begin : PIECE;

    for (size_t i = 0; i < count; i++)
        piece[i] = map(m->in[begin + i]);
    return count;
}

static void reduce_chunk(struct mapping *m, int k)
{
    const size_t begin = chunk_begin(m, k), end = chunk_begin(m, k + 1);
    T piece[PIECE];

    TRACE_TICKET(k, begin, end - begin);
    TRACE_PHASE(reduce);
    for (size_t i = begin, count; i < end; i += count) {
        count = map_piece(m, i, end, piece);
        const T sum = span_reduce(piece, count);
        m->fold[k] = i == begin ? sum : op(m->fold[k], sum);
    }
    TRACE_PUBLISH(k, TRACE_A, m->fold[k]);
}

/* Returns the fold of all elements before the chunk and of the chunk. */
static T scan_chunk(const struct mapping *m, int k)
{
    const size_t begin = chunk_begin(m, k), end = chunk_begin(m, k + 1);
    T piece[PIECE], sum = k > 0 ? m->fold[k - 1] : identity();

    TRACE_TICKET(k, begin, end - begin);
    TRACE_PHASE(scan);
    for (size_t i = begin, count; i < end; i += count) {
        count = map_piece(m, i, end, piece);
        put_all_in_planes(m->mapped, m->call->n, i, piece, count);
        sum = span_scan(piece, piece, count, i > 0 ? &sum : NULL, false);
        put_all_in_planes(m->out, m->call->n, i, piece, count);
    }
    return sum;
}

static void first_phase(void *arg, int thread)
{
    struct mapping *const m = arg;

    if (thread == 0)
        m->fold[0] = scan_chunk(m, 0);
    else if (thread < m->threads)
        reduce_chunk(m, thread);
}

static void second_phase(void *arg, int thread)
{
    const struct mapping *const m = arg;

    if (thread < m->threads)
        scan_chunk(m, thread == 0 ? m->threads : thread);
}

void native_run(const struct native_call *call)
{
    struct mapping m = {.call = call,
                        .in = call->ports[0],
                        .mapped = call->ports[1],
                        .out = call->ports[2],
                        .threads = workers(call)};

    if (m.threads > MAX_THREADS)
        m.threads = MAX_THREADS;
    if (m.threads == 1) {
        scan_chunk(&m, 0);
        return;
    }
    call->parallel(call->pool, first_phase, &m);
    for (int k = 1; k < m.threads; k++)
        m.fold[k] = op(m.fold[k - 1], m.fold[k]);
    call->parallel(call->pool, second_phase, &m);
}
