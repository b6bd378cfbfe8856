/* value.h - in the order of numbers: by the first number of an element.
 *
 *     unsigned integers          the bits themselves
 *     signed integers            the sign bit inverted: -1 before 0
 *     floats                     all bits inverted if negative, else the sign
 *                                bit (IEEE 754 total order): -0 before 0, NaNs
 *                                before and after all numbers
 */
#ifndef COMPONENT
#define COMPONENT T
#endif

enum { KEY_BITS = 8 * sizeof(COMPONENT) };

DEVICE uint64_t key(T x)
{
    const uint64_t sign = (uint64_t)1 << (KEY_BITS - 1);
    const bool floating = (COMPONENT)0.5 != 0;
    const bool has_sign = (COMPONENT)-1 < 1;
    uint64_t bits = 0;

    if (KEY_BITS == 32) { /* in a 32-bit register */
        uint32_t word;
        memcpy(&word, &x, sizeof word);
        bits = word;
    } else {
        memcpy(&bits, &x, sizeof(COMPONENT)); /* little endian */
    }
    if (floating && bits & sign)
        return bits ^ (sign | (sign - 1));
    return has_sign ? bits ^ sign : bits;
}
