/* by_hash.h - a or b, by a bit of a hash of a's first word: for all elements,
 * whatever they are (Fibonacci hashing). It does not commute. verify tries real
 * elements so. */
DEVICE T times(T a, T b)
{
    uint32_t word;

    memcpy(&word, &a, sizeof word);
    return word * 2654435769u >> 31 ? b : a;
}
