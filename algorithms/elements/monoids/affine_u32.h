/* affine_u32.h - maps x -> a*x + b modulo 2^32, composed left to right.
 *
 * op(f, g) applies f first: g(f(x)) = g.a*(f.a*x + f.b) + g.b. Not commutative,
 * so it finds swapped operands. With it a scan solves every linear recurrence
 * x[i+1] = a[i]*x[i] + b[i].
 */
typedef struct {
    uint32_t a, b;
} T;

#define COMPONENT uint32_t

DEVICE T identity(void)
{
    T r;
    r.a = 1;
    r.b = 0;
    return r;
}

DEVICE T op(T f, T g)
{
    T r;
    r.a = g.a * f.a;
    r.b = g.a * f.b + g.b;
    return r;
}

#ifdef HOST
/* The plain number n is the shift x -> x + n; then b is the running sum. */
static inline T affine_of(uint32_t n)
{
    T r;
    r.a = 1;
    r.b = n;
    return r;
}
#define LIFT(n) affine_of(n)

/* A random a is odd: products of even numbers soon become 0 modulo 2^32, and a
 * map with a = 0 forgets all that came before. */
static inline T affine_draw(uint64_t bits)
{
    T r;
    r.a = (uint32_t)bits | 1;
    r.b = (uint32_t)(bits >> 32);
    return r;
}
#define DRAW(bits) affine_draw(bits)
#endif
