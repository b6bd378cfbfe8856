/* kept_shares.h - for cpu.c: how many elements of each thread's share a
 * predicate keeps, and so where each thread may write (filter, both
 * partitions).
 *
 *     in        3 1 4 1 | 5 9 2 6 | 5 3 5 8      odd numbers
 *     count     3         2         3            count_share(), one thread each
 *     before    0         3         5            kept_before()
 */
#ifndef KEPT_SHARES_H
#define KEPT_SHARES_H

#include "predicate.h"

#if defined __AVX512F__
#include <immintrin.h>
#endif

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

/* Counts the kept elements of this thread's share. */
static inline void count_share(void *arg, int thread)
{
    const struct shares *const s = arg;
    const T *const in = s->call->ports[0];
    uint64_t count = 0;

    if (thread >= s->threads)
        return;
    const size_t begin = share(s->call->n, s->threads, thread);
    const size_t end = share(s->call->n, s->threads, thread + 1);
    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(count);
    for (size_t i = begin; i < end; i++)
        count += keeps(in[i]);
    TRACE_PUBLISH_COUNT(thread, TRACE_A, count);
    s->counts[thread * COUNT_LINE] = count;
}

/* The number of elements kept in all shares before that of `thread`; if
 * `thread` is the number of threads, the total. */
static inline uint64_t kept_before(const struct shares *s, int thread)
{
    uint64_t before = 0;

    for (int t = 0; t < thread; t++)
        before += s->counts[t * COUNT_LINE];
    return before;
}

/* ------------------------------------------------------------------- write */

/* The number of elements that are tested together: one bit each. */
enum { GROUP = 16 };

INLINE unsigned keeps_of_group(const T *in)
{
    uint32_t flag[GROUP];
    unsigned mask = 0;

    for (int k = 0; k < GROUP; k++)
        flag[k] = keeps(in[k]); /* in SIMD registers */
#if defined __AVX512VL__
    for (int k = 0; k < GROUP; k += 8) {
        const __m256i x = _mm256_loadu_si256((const __m256i *)(flag + k));
        mask |= (unsigned)_mm256_test_epi32_mask(x, x) << k;
    }
#else
    for (int k = 0; k < GROUP; k++)
        mask |= flag[k] << k;
#endif
    return mask;
}

/* Writes the elements of a group whose bits are set, followed by arbitrary
 * ones: `to` has room for GROUP. Half of all branches on a coin toss are
 * mispredicted, at some 15 cycles each. So either one instruction moves them
 * all (AVX-512), or every element is written, and the place advances only if
 * the element's bit is set. */
INLINE void write_group(const T *in, unsigned mask, T *to)
{
#if defined __AVX512F__
    if (sizeof(T) == 4) {
        const __m512i x = _mm512_loadu_si512(in);
        _mm512_storeu_si512(to,
                            _mm512_maskz_compress_epi32((__mmask16)mask, x));
        return;
    }
    if (sizeof(T) == 8) {
        const __m512i low = _mm512_loadu_si512(in);
        const __m512i high = _mm512_loadu_si512(in + GROUP / 2);
        const int first = __builtin_popcount(mask & 0xff);
        _mm512_storeu_si512(to,
                            _mm512_maskz_compress_epi64((__mmask8)mask, low));
        _mm512_storeu_si512(to + first, _mm512_maskz_compress_epi64(
                                            (__mmask8)(mask >> 8), high));
        return;
    }
#endif
    for (int k = 0; k < GROUP; k++) {
        *to = in[k];
        to += mask >> k & 1;
    }
}

/* Writes to out the kept elements of in[begin..end), or, if `kept` is false,
 * the others; returns how many it has written. Elements are collected in a
 * small array first, since the place after the last one can belong to another
 * thread. */
INLINE uint64_t write_those(const T *in, size_t begin, size_t end, bool kept,
                            T *out)
{
    T piece[PIECE + 2 * GROUP];
    uint64_t written = 0;
    size_t count = 0;

    for (; end - begin >= GROUP; begin += GROUP) {
        const unsigned mask =
            keeps_of_group(in + begin) ^ (kept ? 0 : (1u << GROUP) - 1);
        write_group(in + begin, mask, piece + count);
        count += (size_t)__builtin_popcount(mask);
        if (count >= PIECE) {
            memcpy(out + written, piece, count * sizeof(T));
            written += count;
            count = 0;
        }
    }
    for (; begin < end; begin++) {
        piece[count] = in[begin];
        count += keeps(in[begin]) == kept;
    }
    memcpy(out + written, piece, count * sizeof(T));
    return written + count;
}

#endif
