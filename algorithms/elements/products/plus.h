/* plus.h - a plus b: with max_i32 as op, it extends the longest paths by one
 * step. */
DEVICE T times(T a, T b)
{
    return a + b;
}
