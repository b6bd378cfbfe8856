/* mss_i32.h - maximum segment sum: the largest sum of consecutive elements.
 *
 *     1 -2 3 4 | -1 5 -6 1      best on the left 3+4 = 7, on the right 5, but
 *          3 4   -1 5           across the cut 3+4-1+5 = 11
 *
 * So each side also keeps the best sums that touch its two ends. The empty
 * segment counts, hence no best sum is below 0. Not commutative.
 * Source: Oancea and Henriksen, OpenCL Day 3, after Gorlatch 1996.
 */
typedef struct {
    int32_t ts;  /* total sum */
    int32_t mis; /* maximum initial segment: starts at the left end */
    int32_t mcs; /* maximum concluding segment: stops at the right end */
    int32_t mss; /* maximum segment sum, the answer */
} T;

#define COMPONENT int32_t

DEVICE int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

DEVICE T identity(void)
{
    T r;
    r.ts = r.mis = r.mcs = r.mss = 0;
    return r;
}

DEVICE T op(T a, T b)
{
    T r;
    r.ts = a.ts + b.ts;
    r.mis = larger(a.mis, a.ts + b.mis);
    r.mcs = larger(a.mcs + b.ts, b.mcs);
    r.mss = larger(larger(a.mss, b.mss), a.mcs + b.mis);
    return r;
}

#ifdef HOST
/* A plain number is a segment of one element, taken if it is above 0. */
static inline T mss_of(int32_t x)
{
    T r;
    r.ts = x;
    r.mis = r.mcs = r.mss = larger(x, 0);
    return r;
}

/* A random element is a segment of four small numbers, so that long sums stay
 * in range. */
static inline T mss_draw(uint64_t bits)
{
    T r = identity();
    for (int i = 0; i < 4; i++, bits >>= 16)
        r = op(r, mss_of((int32_t)(bits & 0xffff) % 201 - 100));
    return r;
}
#define LIFT(x)    mss_of(x)
#define DRAW(bits) mss_draw(bits)
#endif
