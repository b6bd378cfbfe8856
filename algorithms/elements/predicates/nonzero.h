/* nonzero.h - all but 0 and -0. */
DEVICE bool keeps(T x)
{
    return x != 0;
}
