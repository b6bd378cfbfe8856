/* even.h - even numbers. */
DEVICE bool keeps(T x)
{
    return x % 2 == 0;
}
