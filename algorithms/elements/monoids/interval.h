/* interval.h - ranges of positions: one run proves a scan for every monoid.
 *
 * Element i stands for the range [i, i]; two adjacent ranges give their union;
 * any other two give "broken", which absorbs everything. A scan that only uses
 * op and gives [0, i] at every position i has folded all elements, once, in
 * order, so it is right for every monoid (Chong, Donaldson, Ketema, POPL 2014).
 *
 * The element is a handle into a table that the program keeps: its bits carry
 * no meaning. Larger sizes repeat the handle, rotated, so that a half-copied
 * element is noticed: it is torn, and everything computed from it is torn
 * too.
 */
#ifndef INTERVAL_BYTES /* hidden_names.h */
#pragma pop_macro("INTERVAL_BYTES")
#endif
#ifndef INTERVAL_BYTES
#define INTERVAL_BYTES 4 /* or 8, 16, 32: kernels choose code by sizeof(T) */
#endif
#define INTERVAL_WORDS (INTERVAL_BYTES / 4)

typedef struct {
    uint32_t opaque[INTERVAL_WORDS]; /* the handle, then its padding */
} T;

#define COMPONENT  uint32_t
#define DRAW(bits) ((void)(bits), identity()) /* no random handle is valid */

/* The program that compiles a kernel with this header has the table. */
#ifdef __CUDACC__
#define INTERVAL_TABLE __device__
#else
#define INTERVAL_TABLE
#endif
#ifdef __cplusplus
extern "C" {
#endif
INTERVAL_TABLE uint32_t interval_op(uint32_t a, uint32_t b);
INTERVAL_TABLE uint32_t interval_identity(void);
/* Makes an element of `words` words; computes op of two of them. */
INTERVAL_TABLE void interval_fill(uint32_t *opaque, int words, uint32_t handle);
INTERVAL_TABLE void interval_join(const uint32_t *a, const uint32_t *b,
                                  uint32_t *r, int words);
#ifdef __cplusplus
}
#endif

#if INTERVAL_WORDS == 1 /* no padding, and no code for it */
DEVICE T interval_of(uint32_t handle)
{
    T r;
    r.opaque[0] = handle;
    return r;
}

DEVICE T op(T a, T b)
{
    return interval_of(interval_op(a.opaque[0], b.opaque[0]));
}
#else
DEVICE T interval_of(uint32_t handle)
{
    T r = {{0}};
    interval_fill(r.opaque, INTERVAL_WORDS, handle);
    return r;
}

/* Only a call, since inlined code would be compiled again at each use. */
DEVICE T op(T a, T b)
{
    T r = {{0}};
    interval_join(a.opaque, b.opaque, r.opaque, INTERVAL_WORDS);
    return r;
}
#endif

DEVICE T identity(void)
{
    return interval_of(interval_identity());
}

#undef INTERVAL_BYTES
#undef INTERVAL_WORDS
#undef INTERVAL_TABLE
