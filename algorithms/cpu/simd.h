/* simd.h - a few SIMD operations on the monoid's T. Included after cpu.h.
 *
 * If the monoid's header defines VECTOR_OP(a, b), T is a number, op commutes,
 * and a `vec` is a register of W lanes. Otherwise W is 1 and a `vec` is one T,
 * so that the same code serves both: loops over lanes vanish, and op() is
 * applied exactly as often as in the code.
 *
 *     vec_load(p)  vec_store(p, v)  vec_stream(p, v)   p is aligned only to T;
 *                                  vec_stream: to a whole vector if W > 1
 *     vec_op(a, b)                 op, lane by lane
 *     vec_up(before, v, s)         s = 1: | before's last | v0 | v1 | v2 |
 *     vec_down(v, s)               lanes moved down by s; the rest is not used
 *     vec_next(v, after)           | v1 | v2 | ... | after's first |
 *     vec_last(v)  vec_all(x)      the last lane; x in every lane
 *     vec_spread(v)                the last lane in every lane
 *     vec_pick(mask, a, b)         lane i of a if bit i of mask, else of b;
 *                                  mask is a literal
 *     vec_fence()                  orders streamed stores before later ones
 *
 * A streamed (non-temporal) store writes a line without reading it first: two
 * transfers per element instead of three, but the line is then in no cache.
 */
#ifndef SIMD_H
#define SIMD_H

enum { LINE_BYTES = 64 }; /* of a cache line, and of one streamed write */

#if defined __AVX512F__
#define WIDE_BYTES 64
#elif defined __AVX2__
#define WIDE_BYTES 32
#else
#define WIDE_BYTES 16
#endif

/* A register as bytes. */
typedef long long wide __attribute__((vector_size(WIDE_BYTES)));

INLINE void wide_stream(void *aligned, wide v)
{
#if defined __clang__
    __builtin_nontemporal_store(v, (wide *)aligned);
#elif defined __AVX512F__
    __builtin_ia32_movntdq512(aligned, v);
#elif defined __AVX2__
    __builtin_ia32_movntdq256(aligned, v);
#elif defined __SSE2__
    __builtin_ia32_movntdq(aligned, v);
#else
    memcpy(aligned, &v, sizeof v);
#endif
}

/* Streams one line; both ends are aligned to it. */
INLINE void line_stream(void *to, const void *from)
{
    for (int at = 0; at < LINE_BYTES; at += WIDE_BYTES) {
        wide v;
        memcpy(&v, (const char *)from + at, sizeof v);
        wide_stream((char *)to + at, v);
    }
}

INLINE void vec_fence(void)
{
#if defined __SSE2__
    __builtin_ia32_sfence();
#endif
}

#ifdef VECTOR_OP

typedef T vec __attribute__((vector_size(WIDE_BYTES)));
typedef int words __attribute__((vector_size(WIDE_BYTES)));

_Static_assert(sizeof(T) == 4 || sizeof(T) == 8,
               "VECTOR_OP needs 4 or 8 bytes");

enum { W = WIDE_BYTES / sizeof(T) };

/* A lane moves as one or two 4-byte words, since the compiler needs the new
 * place of each word as a constant: EACH_WORD(f, x) = f(0, x), f(1, x), ...
 * In a shuffle of (a, b), the words from WORDS on are those of b. */
enum { WORDS = WIDE_BYTES / 4, PER_LANE = sizeof(T) / 4 };

#define EACH_4(f, x) f(0, x), f(1, x), f(2, x), f(3, x)
#define EACH_8(f, x) EACH_4(f, x), f(4, x), f(5, x), f(6, x), f(7, x)
#if WIDE_BYTES == 64
#define EACH_WORD(f, x)                                                        \
    EACH_8(f, x), f(8, x), f(9, x), f(10, x), f(11, x), f(12, x), f(13, x),    \
        f(14, x), f(15, x)
#elif WIDE_BYTES == 32
#define EACH_WORD EACH_8
#else
#define EACH_WORD EACH_4
#endif

#define WORD_UP(i, s)      ((WORDS + (i) - (s)) & (2 * WORDS - 1))
#define WORD_DOWN(i, s)    (((i) + (s)) & (WORDS - 1))
#define WORD_NEXT(i, x)    ((i) + PER_LANE)
#define WORD_LAST(i, x)    (WORDS - PER_LANE + (i) % PER_LANE)
#define WORD_PICK(i, mask) ((mask) >> (i) / PER_LANE & 1 ? (i) : WORDS + (i))

#define SHUFFLE(a, b, f, x)                                                    \
    ((vec)__builtin_shufflevector((words)(a), (words)(b), EACH_WORD(f, x)))

INLINE vec vec_load(const T *p)
{
    vec v;
    memcpy(&v, p, sizeof v);
    return v;
}

INLINE void vec_store(T *p, vec v)
{
    memcpy(p, &v, sizeof v);
}

INLINE void vec_stream(T *p, vec v)
{
    wide_stream(p, (wide)v);
}

INLINE vec vec_op(vec a, vec b)
{
    return VECTOR_OP(a, b);
}

/* s is 1, 2, 4 or 8, and known at compile time. */
INLINE vec vec_up(vec before, vec v, int s)
{
    switch (s * PER_LANE) {
    case 1: return SHUFFLE(before, v, WORD_UP, 1);
    case 2: return SHUFFLE(before, v, WORD_UP, 2);
    case 4: return SHUFFLE(before, v, WORD_UP, 4);
    default: return SHUFFLE(before, v, WORD_UP, 8);
    }
}

INLINE vec vec_down(vec v, int s)
{
    switch (s * PER_LANE) {
    case 1: return SHUFFLE(v, v, WORD_DOWN, 1);
    case 2: return SHUFFLE(v, v, WORD_DOWN, 2);
    case 4: return SHUFFLE(v, v, WORD_DOWN, 4);
    default: return SHUFFLE(v, v, WORD_DOWN, 8);
    }
}

INLINE vec vec_next(vec v, vec after)
{
    return SHUFFLE(v, after, WORD_NEXT, 0);
}

INLINE vec vec_spread(vec v)
{
    return SHUFFLE(v, v, WORD_LAST, 0);
}

INLINE vec vec_all(T x)
{
    vec v = {0};
    v[W - 1] = x;
    return vec_spread(v);
}

INLINE T vec_last(vec v)
{
    return v[W - 1];
}

#define vec_pick(mask, a, b) SHUFFLE(a, b, WORD_PICK, mask)

#else /* one lane */

typedef T vec;

enum { W = 1 };

INLINE vec vec_load(const T *p)
{
    return *p;
}

INLINE void vec_store(T *p, vec v)
{
    *p = v;
}

INLINE void vec_stream(T *p, vec v)
{
    *p = v;
}

INLINE vec vec_op(vec a, vec b)
{
    return op(a, b);
}

INLINE vec vec_up(vec before, vec v, int s)
{
    (void)v, (void)s;
    return before;
}

INLINE vec vec_down(vec v, int s)
{
    (void)s;
    return v;
}

INLINE vec vec_next(vec v, vec after)
{
    (void)v;
    return after;
}

INLINE vec vec_spread(vec v)
{
    return v;
}

INLINE vec vec_all(T x)
{
    return x;
}

INLINE T vec_last(vec v)
{
    return v;
}

#define vec_pick(mask, a, b) ((mask)&1 ? (a) : (b))

#endif

/* The inclusive scan of one vector's lanes, by Kogge-Stone: log2(W) steps, in
 * each of which a lane takes in the one s below. */
INLINE vec vec_scan(vec v)
{
    for (int s = 1; s < W; s *= 2)
        v = vec_op(vec_up(vec_all(identity()), v, s), v);
    return v;
}

/* The fold of the lanes. Used where lanes were summed side by side, which
 * reorders elements: there is more than one lane only if op commutes. */
INLINE T vec_reduce(vec v)
{
    return vec_last(vec_scan(v));
}

#endif
