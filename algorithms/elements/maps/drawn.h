/* drawn.h - for intervals: the random number of place i stands for element i,
 * any other for none (harness/monoids/interval_table.h). */
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
