/* mat2_u32.h - products of 2x2 matrices modulo 2^32.
 *
 *     | a b |       the scan of n copies of | 1 1 | has Fibonacci numbers
 *     | c d |                               | 1 0 | in b
 *
 * Not commutative, and no operand can be divided out again. With it a scan
 * solves every linear recurrence of order 2, x[i+1] = p[i]*x[i] + q[i]*x[i-1].
 */
typedef struct {
    uint32_t a, b, c, d;
} T;

#define COMPONENT uint32_t

DEVICE T identity(void)
{
    T r;
    r.a = 1, r.b = 0;
    r.c = 0, r.d = 1;
    return r;
}

DEVICE T op(T x, T y)
{
    T r;
    r.a = x.a * y.a + x.b * y.c;
    r.b = x.a * y.b + x.b * y.d;
    r.c = x.c * y.a + x.d * y.c;
    r.d = x.c * y.b + x.d * y.d;
    return r;
}

#ifdef HOST
/* The plain number n is the shear (1 n; 0 1); then b is the running sum. */
static inline T mat2_of(uint32_t n)
{
    T r = identity();
    r.b = n;
    return r;
}
#define LIFT(n) mat2_of(n)

/* Random matrices have odd determinants: products of other matrices soon become
 * 0 modulo 2^32, and forget all that came before. */
static inline T mat2_draw(uint64_t bits)
{
    T r;
    r.a = ((uint32_t)bits & 0xffff) | 1;
    r.b = ((uint32_t)(bits >> 16) & 0xffff) * 2;
    r.c = (uint32_t)(bits >> 32) & 0xffff;
    r.d = ((uint32_t)(bits >> 48) & 0xffff) | 1;
    return r;
}
#define DRAW(bits) mat2_draw(bits)
#endif
