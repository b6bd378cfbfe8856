/* add_i64.h - the sum of 64-bit integers, modulo 2^64. */
typedef int64_t T;

#define COMPONENT       int64_t
#define VECTOR_OP(a, b) ((a) + (b))

DEVICE T identity(void)
{
    return 0;
}

DEVICE T op(T a, T b)
{
    return a + b;
}
