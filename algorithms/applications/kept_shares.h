/* kept_shares.h - for cpu.c: how many elements a predicate keeps of each
 * thread's share, and so where each may write (filter, partition2).
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8      odd numbers
 *     count     3         2         3            count_share(), a thread each
 *     before    0         3         5            kept_before()
 */
#ifndef KEPT_SHARES_H
#define KEPT_SHARES_H

#include "predicate.h"

enum { PIECE = 512, COUNT_LINE = 64 / sizeof(uint64_t) };

struct shares {
    const struct native_call *call;
    uint64_t *counts; /* a cache line for each thread */
    int threads;
};

static inline struct shares shares_of(const struct native_call *call)
{
    return (struct shares){call, call->buffers[0], workers(call)};
}

/* Of this thread's share. */
static inline void count_share(void *arg, int thread)
{
    const struct shares *const s = arg;
    const T *const in = s->call->ports[0];
    uint64_t count = 0;

    if (thread >= s->threads)
        return;
    const size_t end = share(s->call->n, s->threads, thread + 1);
    for (size_t i = share(s->call->n, s->threads, thread); i < end; i++)
        count += keeps(in[i]);
    s->counts[thread * COUNT_LINE] = count;
}

/* What is kept of all shares before this thread's; `threads`: of all. */
static inline uint64_t kept_before(const struct shares *s, int thread)
{
    uint64_t before = 0;

    for (int t = 0; t < thread; t++)
        before += s->counts[t * COUNT_LINE];
    return before;
}

/* Writes what is kept of in[begin..end) to out, or what is not; returns how
 * many these are. Half of all branches on a coin's toss are mispredicted, some
 * 15 cycles each. So an element is always written, and the place goes on only
 * if it is wanted: to a small array first, since the next place may be another
 * thread's. */
INLINE uint64_t write_those(const T *in, size_t begin, size_t end, bool kept,
                            T *out)
{
    T piece[PIECE];
    uint64_t written = 0;

    while (begin < end) {
        const size_t stop = end - begin < PIECE ? end : begin + PIECE;
        size_t count = 0;
        for (; begin < stop; begin++) {
            piece[count] = in[begin];
            count += keeps(in[begin]) == kept;
        }
        memcpy(out + written, piece, count * sizeof(T));
        written += count;
    }
    return written;
}

#endif
