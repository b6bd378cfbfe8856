/* by_hash.h - about half of all elements, of any type: the top bit of a hash of
 * their words decides (Fibonacci hashing). verify uses it for real elements. */
DEVICE bool keeps(T x)
{
    uint32_t hash = 0;

    for (int k = 0; k < (int)(sizeof x / sizeof hash); k++) {
        uint32_t word;
        memcpy(&word, (const char *)&x + k * sizeof word, sizeof word);
        hash = (hash ^ word) * 2654435769u;
    }
    return hash >> 31;
}
