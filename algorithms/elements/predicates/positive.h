/* positive.h - numbers above 0; NaN is not one. */
DEVICE bool keeps(T x)
{
    return x > 0;
}
