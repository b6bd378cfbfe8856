/* negative.h - numbers below 0; NaN is not one. */
DEVICE bool keeps(T x)
{
    return x < 0;
}
