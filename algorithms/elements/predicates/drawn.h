/* drawn.h - of intervals: element i is kept where a pattern says so, and the
 * bits of the element say nothing (harness/monoids/interval_table.h). */
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
