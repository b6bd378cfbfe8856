/* cpu.c - dot product on CPU threads: each reduces its share; then one reduces
 * the totals, in order.
 *
 *     a         2 -1 | -1  2 | -1  3
 *     b         1  2 |  2  3 |  4  4
 *     products  2 -2 | -2  6 | -4 12
 *     totals      0  |    4  |    8         each by one thread
 *     out       12
 *
 * Fused, a thread multiplies a piece at a time: the products stay in its level
 * 1 cache until span_reduce() joins them, and are never written to memory.
 * Unfused, a thread's piece is its whole share, and the products are stored in
 * an array of n elements.
 *
 * Shares and pieces are consecutive elements, so op need not commute.
 *
 * Cost: n - 1 ops; fused, 2n elements are read; unfused, 3n are read and n
 * written.
 * Try it: `scanlab bench dotprod dotprod:unfused -n 2^24`.
 * Source: OpenCL course day 3, "Map Fusion", "Reduce".
 */
#include "cpu.h"
#include "span.h"
#include "product.h"

#define UNFUSED 0
#define FUSED   1
#ifndef FORM
#define FORM FUSED
#endif

/* Products of a piece: an eighth of a level 1 cache or less. */
enum { PIECE = 4096 / sizeof(T) };

struct dot {
    const struct native_call *call;
    int threads;
};

/* On a separate cache line: neighbours write at the same time. */
static T *total_of(const struct dot *d, int thread)
{
    return (T *)((char *)d->call->buffers[0] + thread * LINE_BYTES);
}

INLINE void multiply(const T *a, const T *b, T *products, size_t n)
{
    for (size_t i = 0; i < n; i++)
        products[i] = times(a[i], b[i]);
}

/* The fold of n >= 1 products, piece by piece. */
static T reduce_fused(const T *a, const T *b, size_t n)
{
    _Alignas(LINE_BYTES) T products[PIECE];
    size_t count = n < PIECE ? n : PIECE;

    multiply(a, b, products, count);
    T sum = span_reduce(products, count);
    for (size_t i = PIECE; i < n; i += PIECE) {
        count = n - i < PIECE ? n - i : PIECE;
        multiply(a + i, b + i, products, count);
        sum = op(sum, span_reduce(products, count));
    }
    return sum;
}

/* The fold of the products of [begin, end), begin < end. */
static T reduce_products(const struct dot *d, size_t begin, size_t end)
{
    const T *const a = d->call->ports[0], *const b = d->call->ports[1];

    if (FORM == FUSED)
        return reduce_fused(a + begin, b + begin, end - begin);
    T *const products = d->call->buffers[1];
    multiply(a + begin, b + begin, products + begin, end - begin);
    return span_reduce(products + begin, end - begin);
}

static void reduce_share(void *arg, int thread)
{
    const struct dot *const d = arg;

    if (thread >= d->threads)
        return;
    const size_t begin = share(d->call->n, d->threads, thread);
    const size_t end = share(d->call->n, d->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(reduce);
    const T total = reduce_products(d, begin, end);
    TRACE_PUBLISH(thread, TRACE_A, total);
    *total_of(d, thread) = total;
}

void native_run(const struct native_call *call)
{
    struct dot d = {call, workers(call)};
    T *const out = call->ports[2];

    if (call->n == 0) {
        *out = identity();
        return;
    }
    if (d.threads == 1) {
        *out = reduce_products(&d, 0, call->n);
        return;
    }
    call->parallel(call->pool, reduce_share, &d);
    T sum = *total_of(&d, 0);
    for (int t = 1; t < d.threads; t++)
        sum = op(sum, *total_of(&d, t));
    *out = sum;
}
