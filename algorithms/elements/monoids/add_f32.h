/* add_f32.h - the sum of 32-bit floating-point numbers.
 *
 * With rounding it is only nearly associative: a scan that regroups the
 * additions differs in the last bits. The checks allow for that, within a
 * bound. Random elements are multiples of 1/16 between -1 and 1: their sums are
 * exact, in any order, so that a wrong sum cannot hide behind rounding.
 */
typedef float T;

#define COMPONENT       float
#define DRAW(bits)      ((T)((int)(((bits) >> 32) * 31 >> 32) - 15) / 16)
#define VECTOR_OP(a, b) ((a) + (b))

DEVICE T identity(void)
{
    return 0;
}

DEVICE T op(T a, T b)
{
    return a + b;
}
