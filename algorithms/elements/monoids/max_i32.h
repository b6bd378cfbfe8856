/* max_i32.h - the larger of two 32-bit integers.
 *
 * It commutes but has no inverse: a maximum cannot be taken back, so it finds
 * the scan that makes its exclusive form by subtracting.
 */
typedef int32_t T;

#define COMPONENT int32_t
/* A comparison of vectors gives all ones or all zeros in each lane. */
#define VECTOR_OP(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))

DEVICE T identity(void)
{
    return -2147483647 - 1; /* INT32_MIN, which a GPU has no header for */
}

DEVICE T op(T a, T b)
{
    return a > b ? a : b;
}
