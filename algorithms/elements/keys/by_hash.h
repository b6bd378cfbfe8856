/* by_hash.h - 12 bits of a hash of an element's words, whatever they are, so
 * that many elements have the same key (Fibonacci hashing). verify uses it to
 * try real elements. */
enum { KEY_BITS = 12 };

DEVICE uint64_t key(T x)
{
    uint32_t hash = 0;

    for (int k = 0; k < (int)(sizeof x / sizeof hash); k++) {
        uint32_t word;
        memcpy(&word, (const char *)&x + k * sizeof word, sizeof word);
        hash = (hash ^ word) * 2654435769u;
    }
    return hash >> (32 - KEY_BITS);
}
