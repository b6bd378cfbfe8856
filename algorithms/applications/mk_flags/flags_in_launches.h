/* flags_in_launches.h - mk_flags in four launches.
 *
 *     shape           0 3 1 0 | 4 2 0          stretches of 4
 *     sum_stretches         4 |     6
 *     scan_sums             0 |     4          the exclusive scan
 *     places          0 0 3 4 | 4 8 10         where each segment begins
 *     marked          . 0 3 . | 4 8 .          except the empty ones
 *     flags           1 0 0 1 1 0 0 0 1 0
 *
 * A stretch is the 32 * ITEMS lengths of a warp. The warp takes 32 at a time,
 * so neighbouring lanes read neighbouring lengths, and no barrier is needed.
 * One block scans the sums of all stretches, which takes most of the time.
 */
#ifndef FLAGS_IN_LAUNCHES_H
#define FLAGS_IN_LAUNCHES_H

DEVICE uint64_t stretch_of_warp(void)
{
    return (uint64_t)blockIdx.x * WARPS + threadIdx.x / WARP;
}

DEVICE uint64_t begin_of_tile(void)
{
    return (uint64_t)blockIdx.x * TILE;
}

__global__ void __launch_bounds__(BLOCK) clear_flags(uint8_t *flags, uint64_t n)
{
    const uint64_t first = begin_of_tile() + threadIdx.x;

    TRACE_PHASE(store);
    for (int row = 0; row < ITEMS; row++)
        if (first + row * BLOCK < n)
            flags[first + row * BLOCK] = 0;
}

__global__ void __launch_bounds__(BLOCK)
    sum_stretches(const uint32_t *shape, uint64_t *sums, uint64_t segments)
{
    const uint64_t stretch = stretch_of_warp();
    const uint64_t first = stretch * STRETCH + lane_of_thread();
    uint64_t sum = 0;

    TRACE_TICKET(blockIdx.x, begin_of_tile(),
                 count_from(begin_of_tile(), segments));
    TRACE_PHASE(reduce);
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (first + row * WARP < segments)
            sum += shape[first + row * WARP];
    sum = add_lanes_below(sum);
    if (lane_of_thread() == WARP - 1 && stretch * STRETCH < segments)
        sums[stretch] = sum;
}

/* Run by one block: each sum becomes the sum of the sums before it. */
__global__ void __launch_bounds__(BLOCK)
    scan_sums(uint64_t *sums, uint64_t count)
{
    __shared__ uint64_t of_warp[WARPS];
    const int warp = (int)threadIdx.x / WARP;
    uint64_t before = 0; /* the sum of all iterations so far */

    TRACE_PHASE(scan);
    for (uint64_t first = 0; first < count; first += BLOCK) {
        const uint64_t i = first + threadIdx.x;
        const uint64_t own = i < count ? sums[i] : 0;
        const uint64_t upto = add_lanes_below(own);
        if (lane_of_thread() == WARP - 1)
            of_warp[warp] = upto;
        __syncthreads(); /* [1] all warps have summed */
        uint64_t left = before;
        for (int w = 0; w < WARPS; w++) {
            left += w < warp ? of_warp[w] : 0;
            before += of_warp[w];
        }
        if (i < count)
            sums[i] = left + upto - own;
        __syncthreads(); /* [2] all have read before any writes again */
    }
}

/* Precondition: the lengths' sum is the number of flags. */
__global__ void __launch_bounds__(BLOCK)
    mark_heads(const uint32_t *shape, const uint64_t *sums, uint8_t *flags,
               uint64_t segments)
{
    const uint64_t stretch = stretch_of_warp();
    const uint64_t first = stretch * STRETCH + lane_of_thread();
    const bool reads = lane_of_thread() == 0 && first < segments;

    TRACE_TICKET(blockIdx.x, begin_of_tile(),
                 count_from(begin_of_tile(), segments));
    TRACE_PHASE(scatter);
    uint64_t before = __shfl_sync(ALL_LANES, reads ? sums[stretch] : 0, 0);

    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        const uint64_t k = first + row * WARP;
        const uint64_t length = k < segments ? shape[k] : 0;
        const uint64_t upto = before + add_lanes_below(length);
        if (length > 0)
            flags[upto - length] = 1;
        before = __shfl_sync(ALL_LANES, upto, WARP - 1);
    }
}

#endif
