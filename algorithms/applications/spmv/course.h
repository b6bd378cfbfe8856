/* course.h - spmv as the course composes it: flags by a scatter, products by
 * a map, a segmented scan, and the last elements of rows.
 *
 *     offsets       0    2         5   6
 *     mark_rows     1  0 1  0  0   1            flags
 *     multiply      2 -2 -2 6 -4  12            products
 *     sums          2  0 -2 4  0  12            the segmented scan
 *     take_last        0       0  12            y
 *
 * Each array is written to memory and read again. The segmented scan is like
 * three_kernel: it reduces tiles, scans the totals, then the tiles.
 */
#ifndef COURSE_H
#define COURSE_H

__global__ void __launch_bounds__(BLOCK)
    clear_flags(uint8_t *flags, uint64_t nonzeros)
{
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;

    for (int i = 0; i < M; i++)
        if (first + i * BLOCK < nonzeros)
            flags[first + i * BLOCK] = 0;
}

/* An empty row begins where the next one does: it has no flag. */
__global__ void __launch_bounds__(BLOCK)
    mark_rows(const uint32_t *offsets, uint8_t *flags, uint64_t rows)
{
    const uint64_t row = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (row < rows) {
        const uint32_t begin = offsets[row], end = offsets[row + 1];
        if (begin < end)
            flags[begin] = 1;
    }
}

__global__ void __launch_bounds__(BLOCK)
    multiply(const T *values, const uint32_t *columns, const T *x, T *products,
             uint64_t nonzeros)
{
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;

    for (int i = 0; i < M; i++) {
        const uint64_t k = first + i * BLOCK;
        if (k < nonzeros)
            products[k] = times(values[k], x[columns[k]]);
    }
}

/* ------------------------------------------------------ segmented scan */

/* Bit i: the thread's own element i is a head; so is each filler. */
DEVICE uint32_t heads_of_thread(const uint8_t *flags, uint64_t begin,
                                uint64_t nonzeros)
{
    const uint64_t first = begin + threadIdx.x * M;
    uint32_t heads = 0;

    for (int i = 0; i < M; i++)
        heads |= (uint32_t)(first + i < nonzeros ? flags[first + i] != 0 : 1)
                 << i;
    return heads;
}

/* Loads the tile that begins at `begin`; a thread scans its own elements. */
DEVICE uint32_t scan_own_segments(const T *products, const uint8_t *flags,
                                  uint64_t begin, uint64_t nonzeros,
                                  union own *mine)
{
    const uint32_t heads = heads_of_thread(flags, begin, nonzeros);

    load_tile(products + begin, count_from(begin, nonzeros), mine, units);
    for (int i = 1; i < M; i++)
        if (!(heads >> i & 1))
            mine->x[i] = op(mine->x[i - 1], mine->x[i]);
    return heads;
}

/* Run with one block for each tile except the last: stores the tile's fold. */
__global__ void __launch_bounds__(BLOCK)
    leave_tiles(const T *products, const uint8_t *flags, T *carries,
                uint8_t *heads, uint64_t nonzeros)
{
    __shared__ struct left left;
    union own mine;
    const uint32_t own = scan_own_segments(
        products, flags, (uint64_t)blockIdx.x * TILE, nonzeros, &mine);
    const int any = __syncthreads_or(own != 0); /* has the tile a head? */

    /* The tile's prefix is not known yet: thread 0 acts as a head. */
    scan_block_segments(mine.x[M - 1], own != 0 || threadIdx.x == 0, false,
                        &left);
    if (threadIdx.x == 0) {
        carries[blockIdx.x] = left.front[WARPS];
        heads[blockIdx.x] = any != 0;
    }
}

/* One block scans the totals of all tiles, in place. Precondition: tile 0 has a
 * head. */
__global__ void __launch_bounds__(BLOCK)
    scan_carries(T *carries, const uint8_t *heads, uint64_t tiles)
{
    __shared__ struct left left;

    for (uint64_t first = 0; first < tiles; first += BLOCK) {
        const uint64_t i = first + threadIdx.x;
        const bool is_head = i < tiles ? heads[i] != 0 : true;
        T own = i < tiles ? carries[i] : identity();
        const T before = scan_block_segments(own, is_head, !is_head, &left);
        if (i < tiles && !is_head)
            carries[i] = op(before, own);
        const T all = left.front[WARPS];
        __syncthreads(); /* [3] all have read before any writes again */
        if (threadIdx.x == 0)
            left.front[0] = all;
    }
}

/* Scans the tiles in place. */
__global__ void __launch_bounds__(BLOCK)
    scan_tiles(T *products, const uint8_t *flags, const T *carries,
               uint64_t nonzeros)
{
    __shared__ struct left left;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    union own mine;

    if (threadIdx.x == 0 && begin > 0)
        left.front[0] = carries[blockIdx.x - 1];
    const uint32_t heads =
        scan_own_segments(products, flags, begin, nonzeros, &mine);
    const T before =
        scan_block_segments(mine.x[M - 1], heads != 0, !(heads & 1), &left);
    for (int i = 0; i < M; i++)
        if (!(heads & bits_up_to(i)))
            mine.x[i] = op(before, mine.x[i]);
    store_tile(products + begin, count_from(begin, nonzeros), &mine, units);
}

__global__ void __launch_bounds__(BLOCK)
    take_last(const T *sums, const uint32_t *offsets, T *y, uint64_t rows)
{
    const uint64_t row = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (row < rows) {
        const uint32_t begin = offsets[row], end = offsets[row + 1];
        y[row] = begin < end ? sums[end - 1] : identity();
    }
}

#endif
