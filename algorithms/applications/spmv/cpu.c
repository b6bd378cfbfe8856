/* cpu.c - spmv on CPU threads: each has an equal share of nonzeros and rows.
 *
 *     products   2 -2 | -2  6 | -4 12
 *     path       0 1 | 2 3 : 4 | 5 |        a nonzero or an end of a row; two
 *     thread     0 0 0 0 0 : 1 1 1 1        threads, 5 and 4 steps
 *     y          0                          row 0, by thread 0
 *     leaves             4 : -4        12   row 1 is cut
 *     joined             0                  4 then -4, in order
 *
 * A thread goes along its part of the path (path.h). It leaves a partial sum of
 * the row cut at the part's end, and finally one thread joins these sums, in
 * order: so op need not commute, and rows can be of any length.
 *
 * Cost: an op for each nonzero except the first of each row; for a nonzero, two
 * elements and a column are read.
 * Try it: `scanlab run spmv -n 10`.
 * Source: OpenCL course day 3; Merrill and Garland, SC 2016 (the path).
 */
#include "cpu.h"
#include "product.h"
#include "applications/spmv/path.h"

enum { LINE_BYTES = 64 }; /* of a cache */

struct matrix {
    const struct native_call *call;
    const T *values;
    const uint32_t *columns, *offsets;
    const T *x;
    T *y;
    size_t rows, length; /* of the path */
    int threads;
};

/* On a separate cache line: neighbours write at the same time. */
static T *left_by(const struct matrix *m, int thread)
{
    return (T *)((char *)m->call->buffers[0] + thread * LINE_BYTES);
}

static struct corner begin_of(const struct matrix *m, int thread)
{
    return corner_at(m->offsets, m->rows, share(m->length, m->threads, thread));
}

/* The fold of the products [k, end), end > k. */
INLINE T reduce_products(const struct matrix *m, uint64_t k, uint64_t end)
{
    T sum = times(m->values[k], m->x[m->columns[k]]);

    for (k++; k < end; k++)
        sum = op(sum, times(m->values[k], m->x[m->columns[k]]));
    return sum;
}

static void multiply_part(void *arg, int thread)
{
    const struct matrix *const m = arg;

    if (thread >= m->threads)
        return;
    const struct corner begin = begin_of(m, thread);
    const struct corner end = begin_of(m, thread + 1);
    uint64_t k = begin.nonzero;
    TRACE_TICKET(thread, k, end.nonzero - k);
    TRACE_PHASE(reduce);
    for (uint64_t row = begin.row; row < end.row; row++) {
        const uint64_t after = m->offsets[row + 1];
        m->y[row] = k < after ? reduce_products(m, k, after) : identity();
        k = after;
    }
    if (k < end.nonzero) {
        const T left = reduce_products(m, k, end.nonzero);
        TRACE_PUBLISH(thread, TRACE_A, left);
        *left_by(m, thread) = left;
    }
}

/* Joins the sums that threads have left with the rest of their rows. */
static void join_rows(const struct matrix *m)
{
    struct corner begin = begin_of(m, 1);
    T carry = *left_by(m, 0); /* of a row that is cut; else not used */

    for (int t = 1; t < m->threads; t++) {
        const struct corner end = begin_of(m, t + 1);
        const bool is_cut = cuts_row(m->offsets, m->rows, begin);
        T *const y = m->y + begin.row;
        if (is_cut && end.row == begin.row) {
            carry = op(carry, *left_by(m, t));
        } else {
            if (is_cut)
                *y = begin.nonzero < m->offsets[begin.row + 1] ? op(carry, *y)
                                                               : carry;
            carry = *left_by(m, t);
        }
        begin = end;
    }
}

/* How many threads the path justifies. */
static int threads_of(const struct native_call *call, size_t length)
{
    struct native_call path = *call;

    path.n = length;
    return workers(&path);
}

void native_run(const struct native_call *call)
{
    struct matrix m = {.call = call,
                       .values = call->ports[0],
                       .columns = call->ports[1],
                       .offsets = call->ports[2],
                       .x = call->ports[3],
                       .y = call->ports[4],
                       .rows = call->sizes[1],
                       .length = call->n + call->sizes[1]};

    m.threads = threads_of(call, m.length);
    call->parallel(call->pool, multiply_part, &m);
    if (m.threads > 1)
        join_rows(&m);
}
