/* runs_in_launches.h - runs in three launches: count heads, scan the counts,
 * write.
 *
 *     in             7 7 7 1 | 1 1 5 5 | 5 5 5 5
 *     count_heads    2, 4      1, 7      0, -       and where the last one is
 *     scan_heads     0, -      2, 4      3, 7       of all tiles before
 *     write_runs     7 1       5                    values
 *                    3         3                    lengths
 *
 * scan_heads writes the last length, 6. Places are counted from 1. The
 * first launch and the third read the input. Included after runs_tile.h.
 */
#ifndef RUNS_IN_LAUNCHES_H
#define RUNS_IN_LAUNCHES_H

/* Called by all lanes of a warp: joins the heads of lanes up to this one. */
DEVICE struct heads join_lanes_below(struct heads heads)
{
    for (int delta = 1; delta < WARP; delta *= 2) {
        struct heads left;
        left.count = __shfl_up_sync(ALL_LANES, heads.count, delta);
        left.last = __shfl_up_sync(ALL_LANES, heads.last, delta);
        if (lane_of_thread() >= delta)
            heads = join_heads(left, heads);
    }
    return heads;
}

__global__ void __launch_bounds__(BLOCK)
    count_heads(const T *in, struct heads *tiles, uint64_t n)
{
    __shared__ struct heads of_warp[WARPS];
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const uint32_t warp = threadIdx.x / WARP;
    uint32_t heads[ITEMS];
    struct heads all = {0, 0};
    T x[ITEMS];

    TRACE_TICKET(blockIdx.x, begin, count_from(begin, n));
    TRACE_PHASE(count);
    load_tile(in, n, begin + threadIdx.x, x, heads);
    UNROLLED
    for (int row = 0; row < ITEMS; row++) {
        all.count += (uint32_t)__popc(heads[row]);
        if (heads[row]) /* later rows have later places */
            all.last = (uint32_t)begin + row * BLOCK + warp * WARP + WARP -
                       (uint32_t)__clz((int)heads[row]);
    }
    if (lane_of_thread() == 0)
        of_warp[warp] = all;
    __syncthreads(); /* [1] all warps have counted */
    if (threadIdx.x == 0) {
        for (uint32_t w = 1; w < WARPS; w++)
            all = join_heads(all, of_warp[w]);
        tiles[blockIdx.x] = all;
        TRACE_PUBLISH_COUNT(blockIdx.x, TRACE_A, all.count);
    }
}

/* Run by one block: replaces a tile's heads by those of all tiles before it. */
__global__ void __launch_bounds__(BLOCK)
    scan_heads(struct heads *tiles, uint64_t count, uint32_t *lengths,
               uint64_t *runs, uint64_t n)
{
    __shared__ struct heads upto[BLOCK];
    const uint32_t warp = threadIdx.x / WARP;
    struct heads before = {0, 0}; /* of all iterations so far */

    TRACE_PHASE(scan);
    for (uint64_t first = 0; first < count; first += BLOCK) {
        const uint64_t i = first + threadIdx.x;
        const struct heads none = {0, 0};
        upto[threadIdx.x] = join_lanes_below(i < count ? tiles[i] : none);
        __syncthreads(); /* [2] all warps have joined their heads */
        struct heads left = before;
        for (uint32_t w = 0; w < WARPS; w++) {
            const struct heads of_warp = upto[w * WARP + WARP - 1];
            if (w < warp)
                left = join_heads(left, of_warp);
            before = join_heads(before, of_warp);
        }
        if (lane_of_thread() > 0)
            left = join_heads(left, upto[threadIdx.x - 1]);
        if (i < count)
            tiles[i] = left;
        __syncthreads(); /* [3] all have read before any writes again */
    }
    if (threadIdx.x == 0)
        end_runs(lengths, runs, n, before);
}

__global__ void __launch_bounds__(BLOCK)
    write_runs(const T *in, T *values, uint32_t *lengths,
               const struct heads *tiles, uint64_t n)
{
    __shared__ struct shared shared;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    uint32_t heads[ITEMS];
    T x[ITEMS];

    TRACE_TICKET(blockIdx.x, begin, count_from(begin, n));
    TRACE_PHASE(load);
    load_tile(in, n, begin + threadIdx.x, x, heads);
    const uint32_t in_tile = place_parts(heads, shared.part);
    if (threadIdx.x == 0) {
        shared.all = in_tile;
        shared.before = tiles[blockIdx.x];
    }
    stage_tile(x, heads, &shared);
    TRACE_PHASE(scatter);
    write_tile(values, lengths, begin, &shared);
}

#endif
