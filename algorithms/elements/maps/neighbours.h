/* neighbours.h - elements of two numbers, x - 1 and x + 1; larger ones x - 1,
 * x + 1, x + 3, ... */
#ifndef COMPONENT
#define COMPONENT T
#endif

DEVICE T map(int32_t x)
{
    COMPONENT number[sizeof(T) / sizeof(COMPONENT)];
    T r;

    for (int k = 0; k < (int)(sizeof(T) / sizeof(COMPONENT)); k++)
        number[k] = (COMPONENT)(x - 1 + 2 * k);
    memcpy(&r, number, sizeof r);
    return r;
}
