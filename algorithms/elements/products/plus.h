/* plus.h - a plus b: with max_i32 as op, the longest paths with a step more. */
DEVICE T times(T a, T b)
{
    return a + b;
}
