/* by_hash.h - a or b, chosen by a bit of a hash of a's first word: for elements
 * of any type (Fibonacci hashing). It does not commute. verify uses it to try
 * real elements. */
DEVICE T times(T a, T b)
{
    uint32_t word;

    memcpy(&word, &a, sizeof word);
    return word * 2654435769u >> 31 ? b : a;
}
