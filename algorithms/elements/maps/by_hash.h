/* by_hash.h - a number from 0 to 7, a hash of x, the same for each number of
 * the element: all monoids here have such elements (Fibonacci hashing). verify
 * uses it to try real elements. */
#ifndef COMPONENT
#define COMPONENT T
#endif

DEVICE T map(int32_t x)
{
    COMPONENT number[sizeof(T) / sizeof(COMPONENT)];
    T r;

    for (int k = 0; k < (int)(sizeof(T) / sizeof(COMPONENT)); k++)
        number[k] = (COMPONENT)((uint32_t)x * 2654435769u >> 29);
    memcpy(&r, number, sizeof r);
    return r;
}
