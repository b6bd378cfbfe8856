/* lines.h - radix sort on a CPU: elements go to memory in cache lines.
 *
 *     out        . . . . | . . 5 5 | 5 5 5 5 | 5 . . .   digit 5's places
 *     line of 5                    | 5 5 5 5 |           is full: it is copied
 *
 * The places of 256 digits are in 256 parts of `out`, more than a processor
 * keeps ready for writes. So each digit has a line in the cache, which is
 * written to its place in one piece when it is full. Such a store need not read
 * memory first if it bypasses the caches: a *streaming* store. Included after
 * digits.h.
 */
#ifndef RADIX_SORT_LINES_H
#define RADIX_SORT_LINES_H

#if defined __SSE2__
#include <immintrin.h>
#endif

enum {
    LINE_BYTES = 64,
    LINE = LINE_BYTES / sizeof(T), /* elements */
    FILLS_LINES = LINE_BYTES % sizeof(T) == 0
};

union line {
    T x[LINE];
    char bytes[LINE_BYTES];
};

/* Where a thread writes. Element i of `out` has slot (i + skew) % LINE of its
 * line: slot 0 is where a cache line begins. */
struct target {
    T *out;
    size_t skew;
    bool streams;
};

static inline struct target target_of(T *out, bool streams)
{
    const size_t address = (size_t)out;
    const bool fits = FILLS_LINES && address % sizeof(T) == 0;

    return (struct target){.out = out,
                           .skew = fits ? address / sizeof(T) % LINE : 0,
                           .streams = fits && streams};
}

INLINE size_t slot_of(const struct target *target, size_t i)
{
    return (i + target->skew) % LINE;
}

/* `to` is the beginning of a cache line. */
INLINE void stream_line(void *to, const union line *line)
{
#if defined __AVX512F__
    _mm512_stream_si512((__m512i *)to, _mm512_loadu_si512(line));
#elif defined __SSE2__
    UNROLL
    for (int k = 0; k < 4; k++)
        _mm_stream_si128((__m128i *)to + k,
                         _mm_loadu_si128((const __m128i *)line + k));
#else
    memcpy(to, line, LINE_BYTES);
#endif
}

/* Writes elements [begin, end) of `out` from their line. */
INLINE void write_line(const struct target *target, const union line *line,
                       size_t begin, size_t end)
{
    if (end - begin == LINE && target->streams)
        stream_line(target->out + begin, line);
    else if (end - begin == LINE)
        memcpy(target->out + begin, line->x, sizeof line->x);
    else
        memcpy(target->out + begin, &line->x[slot_of(target, begin)],
               (end - begin) * sizeof(T));
}

/* Makes streamed stores visible to other threads. */
static inline void end_streams(const struct target *target)
{
#if defined __SSE2__
    if (target->streams)
        _mm_sfence();
#endif
    (void)target;
}

#endif
