/* count4_i32.h - how often each of the digits 0..3 has been seen.
 *
 * The exclusive scan of a column of digits gives, for each key, the number of
 * equal digits before it, which is its place within its digit's part: the
 * heart of radix sort.
 */
typedef struct {
    int32_t count[4];
} T;

#define COMPONENT int32_t

DEVICE T identity(void)
{
    T r;
    for (int digit = 0; digit < 4; digit++)
        r.count[digit] = 0;
    return r;
}

DEVICE T op(T a, T b)
{
    for (int digit = 0; digit < 4; digit++)
        a.count[digit] += b.count[digit];
    return a;
}

#ifdef HOST
/* A plain number stands for its lowest two bits, seen once. */
static inline T count4_of(int32_t x)
{
    T r = identity();
    r.count[x & 3] = 1;
    return r;
}
#define LIFT(x) count4_of(x)
#endif
