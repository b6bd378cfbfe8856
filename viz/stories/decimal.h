/* decimal.h - the two decimal digits of a number below 100: 37 has the key 3 * 256 + 7. */
enum { KEY_BITS = 12 };

DEVICE uint64_t key(T x)
{
    const uint32_t number = (uint32_t)x % 100;

    return number / 10 << 8 | number % 10;
}
