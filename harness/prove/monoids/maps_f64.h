/* maps_f64.h - maps x -> a*x + b modulo 2^26, packed into one double.
 *
 *     a * 2^26 + b, which is below 2^52: a double holds it exactly
 *
 * op(f, g) is the map that applies f first, then g. op does not commute, and
 * since a is odd in all random elements, no map forgets what came before it: a
 * scan that loses an element or swaps two elements gives a different result.
 */
typedef double T;

#define COMPONENT double
#define EXACT
#define DRAW(bits) maps_pack((bits) >> 26 | 1, bits)

DEVICE T maps_pack(uint64_t a, uint64_t b)
{
    const uint64_t rest = ((uint64_t)1 << 26) - 1;
    return (T)((a & rest) << 26 | (b & rest));
}

DEVICE T identity(void)
{
    return maps_pack(1, 0);
}

DEVICE T op(T f, T g)
{
    const uint64_t first = (uint64_t)f, then = (uint64_t)g;
    const uint64_t a = first >> 26, b = first & (((uint64_t)1 << 26) - 1);
    const uint64_t c = then >> 26, d = then & (((uint64_t)1 << 26) - 1);

    return maps_pack(a * c, b * c + d); /* c*(a*x + b) + d */
}
