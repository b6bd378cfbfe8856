/* drawn.h - for intervals: the product of two matching elements is a separate
 * element; any other product is broken (harness/monoids/interval_table.h). */
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __CUDACC__
__device__
#endif
    void
    interval_times(const uint32_t *a, const uint32_t *b, uint32_t *r,
                   int words);
#ifdef __cplusplus
}
#endif

DEVICE T times(T a, T b)
{
    T r = {{0}};

    interval_times(a.opaque, b.opaque, r.opaque, (int)(sizeof a.opaque / 4));
    return r;
}
