/* bits.h - the bits of the first number of an element, as they are: negative
 * numbers come after all others. */
#ifndef COMPONENT
#define COMPONENT T
#endif

enum { KEY_BITS = 8 * sizeof(COMPONENT) };

DEVICE uint64_t key(T x)
{
    uint64_t bits = 0;

    memcpy(&bits, &x, sizeof(COMPONENT)); /* little endian */
    return bits;
}
