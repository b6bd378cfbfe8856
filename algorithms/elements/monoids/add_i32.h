/* add_i32.h - the sum of 32-bit integers, modulo 2^32. */
typedef int32_t T;

#define COMPONENT       int32_t
#define VECTOR_OP(a, b) ((a) + (b))

DEVICE T identity(void)
{
    return 0;
}

DEVICE T op(T a, T b)
{
    return a + b;
}
