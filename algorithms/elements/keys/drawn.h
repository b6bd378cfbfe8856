/* drawn.h - for intervals: the proof chooses the key of element i, whatever
 * the bits of the element (harness/monoids/interval_table.h). */
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

enum { KEY_BITS = 12 };

DEVICE uint64_t key(T x)
{
    return interval_key(x.opaque, (int)(sizeof x.opaque / 4)) &
           ((1 << KEY_BITS) - 1);
}
