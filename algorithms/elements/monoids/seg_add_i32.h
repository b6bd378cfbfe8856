/* seg_add_i32.h - segmented sum: a flag that is not 0 starts a new segment.
 *
 *     flag    1  0  0  1  0  0   0   0  1   0
 *     value   1  2  3  4  5  6   7   8  9  10
 *     scan    1  3  6  4  9 15  22  30  9  19
 *
 * One scan handles all rows of an irregular matrix. The sum on the left counts
 * only if no segment starts on the right, so op is not commutative.
 * Source: Blelloch 1990; the numbers: Oancea and Henriksen, OpenCL Day 3.
 */
typedef struct {
    int32_t flag;
    int32_t value;
} T;

#define COMPONENT int32_t

DEVICE T identity(void)
{
    T r;
    r.flag = 0;
    r.value = 0;
    return r;
}

DEVICE T op(T a, T b)
{
    T r;
    r.flag = a.flag | b.flag;
    r.value = b.value + (a.value & -(b.flag == 0)); /* no branch */
    return r;
}

#ifdef HOST
static inline T seg_add_of(int32_t flag, int32_t value)
{
    T r;
    r.flag = flag;
    r.value = value;
    return r;
}
/* A plain number continues the segment. A random element starts a new segment
 * one time in eight. */
#define LIFT(x)    seg_add_of(0, x)
#define DRAW(bits) seg_add_of((bits) >> 61 == 0, (int32_t)(bits))
#endif
