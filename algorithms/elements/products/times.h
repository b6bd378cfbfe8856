/* times.h - a times b. */
DEVICE T times(T a, T b)
{
    return a * b;
}
