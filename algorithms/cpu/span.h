/* span.h - reduce or scan one span of memory on one thread, at memory speed.
 * Included after simd.h.
 *
 *     in     | v0 . . . | v1 . . . | v2 . . . | v3 . . . |    a turn
 *     lanes  scanned inside each register: these four are independent
 *     carry  ----+----------+----------+----------+------>    one op per vector
 *
 * Two things make it as fast as a copy beyond the caches:
 *     - streamed stores, which do not read the output first;
 *     - prefetch of the next 16 KB, walking its four pages side by side: the
 *       processor's own prefetch stops at the end of every page.
 *
 * Costs for n elements, W = 1: n - 1 ops (n with a carry), in a chain of that
 * length.
 */
#ifndef SPAN_H
#define SPAN_H

#include "simd.h"

enum {
    TURN = 4, /* vectors in flight */
    AHEAD_PAGES = 4,
    PAGE_BYTES = 4096,
    AHEAD_BYTES = AHEAD_PAGES * PAGE_BYTES
};

/* The bytes that each thread reads and writes. */
INLINE size_t span_moved(const struct native_call *call)
{
    return 2 * call->n * sizeof(T) / (size_t)call->threads;
}

/* Whether streamed stores are worthwhile: they are if in and out are different
 * arrays, and a thread reads and writes more than the caches hold for it. */
INLINE bool span_streams(const struct native_call *call)
{
    return call->ports[0] != call->ports[1] &&
           span_moved(call) > call->stream_bytes;
}

/* The same for a scan that reads its output again. What it streamed comes back
 * from memory, so the output must be far too large for any cache. */
INLINE bool span_streams_reread(const struct native_call *call)
{
    return span_streams(call) && span_moved(call) > 8 * call->cache_bytes;
}

/* Prefetches the part of the next AHEAD_BYTES that belongs to the turn `done`
 * bytes into `in`. The address may be past the end: a prefetch never faults. */
INLINE void span_prefetch(const void *in, size_t done)
{
    const uintptr_t next = (uintptr_t)in + done / AHEAD_BYTES * AHEAD_BYTES +
                           AHEAD_BYTES + done % AHEAD_BYTES / AHEAD_PAGES;

    for (int page = 0; page < AHEAD_PAGES; page++)
        __builtin_prefetch((const void *)(next + (uintptr_t)page * PAGE_BYTES));
}

/* Joins one element with the carry: the body of the plain loop. */
INLINE T span_step(const T *in, T *out, T carry)
{
    const T sum = op(carry, *in);

    *out = EXCLUSIVE ? carry : sum; /* in may be out: read first */
    return sum;
}

/* How many of n outputs come before the first that begins a cache line. */
INLINE size_t span_head(const T *out, size_t n)
{
    const size_t left = -(uintptr_t)out % LINE_BYTES / sizeof(T);

    return left < n ? left : n;
}

/* Elements [i, end), one at a time. */
INLINE T span_steps(const T *in, T *out, size_t i, size_t end, T carry)
{
    for (; i < end; i++)
        carry = span_step(in + i, out + i, carry);
    return carry;
}

/* Joins a scanned vector with the carry, which is in every lane, and stores it;
 * returns the inclusive sums. */
INLINE vec span_put(T *out, vec carry, vec scanned, bool stream)
{
    const vec sums = vec_op(carry, scanned);
    const vec v = EXCLUSIVE ? vec_up(carry, sums, 1) : sums;

    if (stream)
        vec_stream(out, v);
    else
        vec_store(out, v);
    return sums;
}

/* One turn. If the data is in cache, the carry takes in a vector's total, not
 * its sums: that saves a shuffle and an op between one carry and the next. With
 * data from memory there is time for the shuffle and the op, and it is better
 * to save an op in total. */
INLINE vec span_turn(const T *in, T *out, vec carry, bool stream)
{
    vec scanned[TURN];

    for (int k = 0; k < TURN; k++)
        scanned[k] = vec_scan(vec_load(in + k * W));
    for (int k = 0; k < TURN; k++) {
        const vec sums = span_put(out + k * W, carry, scanned[k], stream);
        carry =
            stream ? vec_spread(sums) : vec_op(carry, vec_spread(scanned[k]));
    }
    return carry;
}

/* Scans n elements; returns the fold of the carry and all of them. `carry` may
 * be NULL, in may be out. */
DEVICE T span_scan(const T *in, T *out, size_t n, const T *carry, bool stream)
{
    size_t i = 0;

    if (n == 0)
        return carry ? *carry : identity();
    T sum = carry ? *carry : *in;
    if (!carry)
        out[i++] = EXCLUSIVE ? identity() : sum;
    if (W > 1) {
        const size_t head = i + span_head(out + i, n - i);
        sum = span_steps(in, out, i, head, sum);
        i = head;
        vec all = vec_all(sum);
        if (stream)
            for (; n - i >= TURN * W; i += TURN * W) {
                span_prefetch(in + head, (i - head) * sizeof(T));
                all = span_turn(in + i, out + i, all, true);
            }
        for (; n - i >= TURN * W; i += TURN * W)
            all = span_turn(in + i, out + i, all, false);
        sum = vec_last(all);
        if (stream)
            vec_fence();
    }
    return span_steps(in, out, i, n, sum);
}

/* The fold of n >= 1 elements. Four spans side by side hide op's latency; they
 * are joined in their order. n - 1 ops. */
DEVICE T span_reduce(const T *in, size_t n)
{
    const size_t each = n / TURN / W * W;
    size_t i = W;

    if (each == 0) {
        T sum = in[0];
        for (size_t j = 1; j < n; j++)
            sum = op(sum, in[j]);
        return sum;
    }
    vec part[TURN];
    for (int k = 0; k < TURN; k++)
        part[k] = vec_load(in + k * each);
    for (; i < each; i += W)
        for (int k = 0; k < TURN; k++)
            part[k] = vec_op(part[k], vec_load(in + k * each + i));
    T sum = vec_reduce(part[0]);
    for (int k = 1; k < TURN; k++)
        sum = op(sum, vec_reduce(part[k]));
    for (i = TURN * each; i < n; i++)
        sum = op(sum, in[i]);
    return sum;
}

#endif
