/* kept_total.h - how many elements a predicate keeps in total: a launch that
 * only reads, before the launch of partition2 in look-ahead's form.
 *
 *     in          | chunk 0 | chunk 1 | chunk 2 | chunk 3 | chunk 4 |
 *     2 blocks        0         1         0         1         0
 *     counts[0]   of chunks 4, 2, 0       counts[1]   of chunks 3, 1
 *
 * A chunk has ITEMS elements per thread, in 16-byte groups of neighbours.
 * Blocks go backwards through the input, so the elements read last are those
 * that the next launch reads first, and many of them are still in the cache.
 * Included after lookahead/cut.h, which defines where 16-byte units begin.
 */
#ifndef KEPT_TOTAL_H
#define KEPT_TOTAL_H

#include "lanes.h"

enum {
    WIDE = sizeof(T) < BULK_UNIT ? BULK_UNIT / sizeof(T) : 1, /* per unit */
    DEPTH = CHUNK_ITEMS > WIDE ? CHUNK_ITEMS / WIDE : 1,      /* units */
    CHUNK = BLOCK * DEPTH * WIDE,
    IN_UNITS = sizeof(T) * WIDE % BULK_UNIT == 0
};

/* Neighbouring elements, loaded 16 bytes at a time if possible. */
union unit {
    T x[WIDE];
    uint4 words[(sizeof(T) * WIDE + BULK_UNIT - 1) / BULK_UNIT];
};

/* Counts the kept elements of a full chunk that begins at `in`. */
DEVICE uint32_t count_full(const T *in)
{
    union unit unit[DEPTH];
    uint32_t kept = 0;

    UNROLLED
    for (int d = 0; d < DEPTH; d++) {
        const T *const from = in + (d * BLOCK + threadIdx.x) * WIDE;
        for (int k = 0; k < (int)(sizeof unit[0] / BULK_UNIT); k++)
            unit[d].words[k] = ((const uint4 *)from)[k];
    }
    UNROLLED
    for (int d = 0; d < DEPTH; d++)
        for (int i = 0; i < WIDE; i++)
            kept += keeps(unit[d].x[i]);
    return kept;
}

/* Counts the kept elements among in[0..count). */
DEVICE uint32_t count_singly(const T *in, uint64_t count)
{
    uint32_t kept = 0;

    for (uint64_t i = threadIdx.x; i < count; i += BLOCK)
        kept += keeps(in[i]);
    return kept;
}

__global__ void __launch_bounds__(BLOCK)
    count_all(const T *in, uint64_t n, uint64_t *counts)
{
    __shared__ uint32_t of_warp[BLOCK / WARP];
    const struct cut cut = cut_up(in, in, n);
    const uint64_t chunks = (n + cut.skip + CHUNK - 1) / CHUNK;
    uint32_t kept = 0;

    next_launch_may_begin();
    wait_for_launch_before();
    for (uint64_t c = chunks - blockIdx.x; c-- > 0;
         c = c < gridDim.x ? 0 : c - gridDim.x + 1) {
        const uint64_t from = c > 0 ? c * CHUNK : cut.skip;
        const uint64_t end = (c + 1) * CHUNK, last = n + cut.skip;
        const uint64_t to = end < last ? end : last;
        if (to - from == CHUNK && cut.loads_in_bulk && IN_UNITS)
            kept += count_full(in + (from - cut.skip));
        else
            kept += count_singly(in + (from - cut.skip), to - from);
    }
    kept = add_lanes_below(kept);
    if (lane_of_thread() == WARP - 1)
        of_warp[threadIdx.x / WARP] = kept;
    __syncthreads(); /* [26] all warps have counted */
    if (threadIdx.x == 0) {
        uint64_t all = 0;
        for (int w = 0; w < BLOCK / WARP; w++)
            all += of_warp[w];
        counts[blockIdx.x] = all;
    }
}

/* Called by all lanes of a warp: returns the sum of all blocks' counts. */
DEVICE uint64_t sum_of_counts(const uint64_t *counts, uint32_t blocks)
{
    uint64_t sum = 0;

    for (uint32_t b = (uint32_t)lane_of_thread(); b < blocks; b += WARP)
        sum += counts[b];
    return __shfl_sync(ALL_LANES, add_lanes_below(sum), WARP - 1);
}

#endif
