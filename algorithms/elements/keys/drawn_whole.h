/* drawn_whole.h - for intervals, like drawn.h; the twelve bits of a key are
 * spread over all 64, so that different keys can have equal lower bits. For
 * code that only compares keys for equality. */
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __CUDACC__
__device__
#endif
    uint64_t
    interval_key(const uint32_t *opaque, int words);
#ifdef __cplusplus
}
#endif

enum { KEY_BITS = 64 };

DEVICE uint64_t key(T x)
{
    const uint64_t drawn = interval_key(x.opaque, (int)(sizeof x.opaque / 4));

    return (drawn & 15) | (drawn >> 4 & 15) << 30 | (drawn >> 8 & 15) << 60;
}
