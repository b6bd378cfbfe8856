/* max_i32.h - the larger of two 32-bit integers.
 *
 * It commutes but has no inverse: a maximum cannot be undone, so it reveals a
 * scan that computes its exclusive form by subtracting.
 */
typedef int32_t T;

#define COMPONENT int32_t
/* A comparison of vectors gives all ones or all zeros in each lane. */
#define VECTOR_OP(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))

DEVICE T identity(void)
{
    return -2147483647 - 1; /* INT32_MIN: its header is missing on a GPU */
}

DEVICE T op(T a, T b)
{
    return a > b ? a : b;
}
