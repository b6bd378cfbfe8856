/* positive.h - numbers above 0; NaN is none. */
DEVICE bool keeps(T x)
{
    return x > 0;
}
