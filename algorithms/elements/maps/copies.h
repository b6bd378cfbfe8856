/* copies.h - each number of the element is the number itself: two scans of one
 * input in one run. */
#ifndef COMPONENT
#define COMPONENT T
#endif

DEVICE T map(int32_t x)
{
    COMPONENT number[sizeof(T) / sizeof(COMPONENT)];
    T r;

    for (int k = 0; k < (int)(sizeof(T) / sizeof(COMPONENT)); k++)
        number[k] = (COMPONENT)x;
    memcpy(&r, number, sizeof r);
    return r;
}
