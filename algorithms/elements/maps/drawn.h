/* drawn.h - for intervals: the number that the proof chooses for place i is
 * element i; any other number is no element (harness/monoids/interval_table.h).
 * */
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __CUDACC__
__device__
#endif
    uint32_t
    interval_map(int32_t value);
#ifdef __cplusplus
}
#endif

DEVICE T map(int32_t x)
{
    return interval_of(interval_map(x));
}
