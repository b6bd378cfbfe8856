/* add_f64.h - the sum of 64-bit floating-point numbers.
 *
 * Rounding makes it associative only nearly: a scan that groups the additions
 * otherwise gives other last bits. The checks allow for that, within a bound.
 */
typedef double T;

#define COMPONENT       double
#define VECTOR_OP(a, b) ((a) + (b))

DEVICE T identity(void)
{
    return 0;
}

DEVICE T op(T a, T b)
{
    return a + b;
}
