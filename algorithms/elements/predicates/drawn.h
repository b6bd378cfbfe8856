/* drawn.h - for intervals: a pattern decides whether element i is kept, not the
 * bits of the element (harness/monoids/interval_table.h). */
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __CUDACC__
__device__
#endif
    bool
    interval_keeps(const uint32_t *opaque, int words);
#ifdef __cplusplus
}
#endif

DEVICE bool keeps(T x)
{
    return interval_keeps(x.opaque, (int)(sizeof x.opaque / 4));
}
