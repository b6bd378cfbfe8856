/* plus.h - a plus b: with max_i32 as op, the longest paths with one more step.
 * */
DEVICE T times(T a, T b)
{
    return a + b;
}
