/* A scan by P threads with one join.
 *
 *     in         3 1 7 0 | 4 1 6 | 3 2 5       3 threads, a stretch each
 *     phase 1    3 4 11 11 | 4 5 11 | 3 5 10   each scans its own      [A]
 *     totals     11          11       10
 *     join       11          22                one thread, in place    [B]
 *     phase 2    3 4 11 11 | 15 16 22 | 25 27 32   11, 22 before it    [C]
 *
 * Write the lines between FILL and END; 16 are enough. Leave the rest as it
 * is. The task: lectures/hierarchies/labs/threads/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     EXCLUSIVE         1: out[i] is the fold of all before element i; else 0
 */
#include "cpu.h" /* T, op(), identity(), EXCLUSIVE, share() */

enum { MAX_THREADS = 256 };

struct scan {
    const T *in;
    T *out; /* may be `in` */
    size_t n;
    const T *carry; /* comes before in[0]; NULL: there is none */
    int threads;
    T total[MAX_THREADS]; /* one for each stretch */
};

/* Scans n elements, 1 or more, on one thread. *before comes before them,
 * unless `before` is NULL. Returns the fold of *before and all of them, in an
 * exclusive scan too. */
static T scan_span(const T *in, T *out, size_t n, const T *before)
{
    T sum = before ? *before : in[0];
    size_t i = 0;

    if (!before)
        out[i++] = EXCLUSIVE ? identity() : sum;
    for (; i < n; i++) {
        const T next = op(sum, in[i]);
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
    return sum;
}

/* All threads call it at the same time. A thread's stretch is [begin, end). */
static void first_phase(void *arg, int thread)
{
    struct scan *const scan = arg;
    if (thread >= scan->threads)
        return;
    const size_t begin = share(scan->n, scan->threads, thread);
    const size_t end = share(scan->n, scan->threads, thread + 1);

    /* FILL [A]: scans its stretch and keeps the total. Where there are more
     * threads than elements, the last ones have none. Before the stretch of
     * thread 0 lies the carry; before the others, as yet, nothing. (4 lines)
     */

    /* END [A] */
}

/* Only one thread calls it. */
static void join_totals(struct scan *scan)
{
    /* FILL [B]: total[k] becomes the fold of stretches 0 to k. The last one is
     * not needed. A stretch without elements has no total. (3 lines) */

    /* END [B] */
}

/* All threads call it at the same time. */
static void second_phase(void *arg, int thread)
{
    struct scan *const scan = arg;
    if (thread >= scan->threads)
        return;
    const size_t begin = share(scan->n, scan->threads, thread);
    const size_t end = share(scan->n, scan->threads, thread + 1);

    /* FILL [C]: joins what lies before the stretch with each of its outputs.
     * The first output of an exclusive stretch is what lies before it.
     * (6 lines) */

    /* END [C] */
}

/* call->parallel(call->pool, phase, &scan) calls phase(&scan, 0),
 * phase(&scan, 1), ... at the same time, each on its own thread, and returns
 * when all have returned. All threads can then read what they wrote. */
void native_scan(const struct native_call *call)
{
    struct scan scan = {.in = call->ports[0],
                        .out = call->ports[1],
                        .n = call->n,
                        .carry = call->carry,
                        .threads = call->threads < MAX_THREADS
                                       ? call->threads
                                       : MAX_THREADS};

    /* FILL [D]: phase 1 by all threads, the join by this one alone, phase 2
     * by all threads. (3 lines) */

    /* END [D] */
}
