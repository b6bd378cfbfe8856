/* maps_i32.h - maps x -> a*x + b modulo 2^16, packed into one int32_t.
 *
 *     a in the upper 16 bits, b in the lower 16
 *
 * op(f, g) is the map that applies f first, then g. op does not commute, and
 * since a is odd in all random elements, no map forgets what came before it: a
 * scan that loses an element or swaps two elements gives a different result.
 */
typedef int32_t T;

#define COMPONENT int32_t
#define EXACT
#define DRAW(bits) maps_pack((bits) >> 16 | 1, bits)

DEVICE T maps_pack(uint32_t a, uint32_t b)
{
    const uint32_t rest = ((uint32_t)1 << 16) - 1;
    return (T)((a & rest) << 16 | (b & rest));
}

DEVICE T identity(void)
{
    return maps_pack(1, 0);
}

DEVICE T op(T f, T g)
{
    const uint32_t first = (uint32_t)f, then = (uint32_t)g;
    const uint32_t a = first >> 16, b = first & (((uint32_t)1 << 16) - 1);
    const uint32_t c = then >> 16, d = then & (((uint32_t)1 << 16) - 1);

    return maps_pack(a * c, b * c + d); /* c*(a*x + b) + d */
}
