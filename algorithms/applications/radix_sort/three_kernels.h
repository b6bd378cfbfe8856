/* three_kernels.h - radix sort, form `scan`: three launches for each digit.
 *
 *     in             3 1 2 1 | 1 3 2 0 | 0 3 1 1      tiles; BITS = 2
 *     count_digits   tile 0   0 2 1 1                 how often it has the
 *                    tile 1   1 1 1 1                 digits 0, 1, 2 and 3
 *                    tile 2   1 2 0 1
 *     by columns     0 1 1 | 2 1 2 | 1 1 0 | 1 1 1
 *     scan_counts    0 0 1 | 0 2 3 | 0 1 2 | 0 1 2    each digit separately
 *     totals         2       5       2       3        and the sum of each digit
 *     write_digits   tile 1 writes its 1 to 2 + 2: there are 2 elements of
 *                    smaller digits, and 2 equal ones in tiles before
 *
 * Cost: 3n traffic for each digit, and 20 bytes for each digit of a tile.
 */
#ifndef RADIX_SORT_THREE_KERNELS_H
#define RADIX_SORT_THREE_KERNELS_H

__global__ void __launch_bounds__(BLOCK)
    count_digits(const T *in, uint32_t *counts, uint64_t n, uint32_t shift)
{
    __shared__ uint32_t of_block[RADIX];
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;

    for (int digit = (int)threadIdx.x; digit < RADIX; digit += BLOCK)
        of_block[digit] = 0;
    __syncthreads(); /* [8] all are cleared before any is counted */
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (first + row * BLOCK < n) /* atomic: threads may share a digit */
            atomicAdd(&of_block[digit_of(in[first + row * BLOCK], shift)], 1);
    __syncthreads(); /* [9] the tile is counted */
    for (int digit = (int)threadIdx.x; digit < RADIX; digit += BLOCK)
        counts[(uint64_t)digit * gridDim.x + blockIdx.x] = of_block[digit];
}

/* Called by a block: each count becomes the sum of the counts before it;
 * returns the sum of all. */
DEVICE uint32_t scan_row(uint32_t *row, uint32_t tiles, uint32_t *of_warp)
{
    uint32_t before = 0; /* the sum of all iterations so far */

    for (uint32_t first = 0; first < tiles; first += BLOCK) {
        const uint32_t i = first + threadIdx.x;
        const uint32_t own = i < tiles ? row[i] : 0;
        const uint32_t upto = add_lanes_below(own);
        if (lane_of_thread() == WARP - 1)
            of_warp[warp_of_thread()] = upto;
        __syncthreads(); /* [10] all warps have summed */
        uint32_t left = before;
        for (int w = 0; w < WARPS; w++) {
            left += w < warp_of_thread() ? of_warp[w] : 0;
            before += of_warp[w];
        }
        if (i < tiles)
            row[i] = left + upto - own;
        __syncthreads(); /* [11] all have read before any writes again */
    }
    return before;
}

/* Scans the counts of each digit; a block scans one digit at a time. */
__global__ void __launch_bounds__(BLOCK)
    scan_counts(uint32_t *counts, uint32_t *totals, uint32_t tiles)
{
    __shared__ uint32_t of_warp[WARPS];

    for (uint32_t digit = blockIdx.x; digit < RADIX; digit += gridDim.x) {
        const uint32_t total =
            scan_row(counts + (uint64_t)digit * tiles, tiles, of_warp);
        if (threadIdx.x == 0)
            totals[digit] = total;
    }
}

__global__ void __launch_bounds__(BLOCK)
    write_digits(const T *in, T *out, const uint32_t *counts,
                 const uint32_t *totals, uint64_t n, uint32_t shift)
{
    struct room<uint32_t> *const shared = (struct room<uint32_t> *)units;
    const uint64_t first = (uint64_t)blockIdx.x * TILE;
    const uint32_t count = n - first < TILE ? (uint32_t)(n - first) : TILE;
    uint32_t of_all[OWN], smaller[OWN];
    struct held held;
    struct own own;

    count_tile(in + first, count, shift, &held, &own, shared);
    add_smaller(own.total, own.start, shared->of_group);
    start_warps(&own, shared);
    stage_tile(count, shift, &held, shared);
    for (int k = 0; k < OWN; k++)
        of_all[k] = own_digit(k) < RADIX ? totals[own_digit(k)] : 0;
    add_smaller(of_all, smaller, shared->of_groups);
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX)
            shared->place[own_digit(k)] =
                smaller[k] - own.start[k] +
                counts[(uint64_t)own_digit(k) * gridDim.x + blockIdx.x];
    write_tile(out, count, shift, shared);
}

#endif
