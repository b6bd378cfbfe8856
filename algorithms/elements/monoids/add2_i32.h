/* add2_i32.h - two sums in one scan, modulo 2^32. */
typedef struct {
    int32_t a, b;
} T;

#define COMPONENT int32_t

DEVICE T identity(void)
{
    T r;
    r.a = r.b = 0;
    return r;
}

DEVICE T op(T x, T y)
{
    T r;
    r.a = x.a + y.a;
    r.b = x.b + y.b;
    return r;
}

#ifdef HOST
/* A plain number counts in both. */
static inline T add2_of(int32_t x)
{
    T r;
    r.a = r.b = x;
    return r;
}
#define LIFT(x) add2_of(x)
#endif
