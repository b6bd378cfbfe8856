/* balanced.h - spmv by equal parts of nonzeros and rows: no product and no
 * flag goes to memory.
 *
 *     products   2 -2 | -2  6 -4 | 12
 *     path       0 1 | 2 3 4 | 5 |          path.h: a nonzero, or an end
 *     thread     0 0 0 1 1 1 2 2 2          ITEMS = 3
 *     y          0     .     . 12           rows that end in a thread
 *     leaves     -     0     -              of a row that goes on
 *
 * A tile is BLOCK * ITEMS steps of the path. The block finds both its corners
 * by a binary search, puts its products and its rows' ends into shared
 * memory, and each thread walks along its own steps. What threads leave is
 * scanned in the block; what tiles leave, by scan_carries in order, and
 * join_carries puts it before the rest of the row that the tile has cut.
 */
#ifndef BALANCED_H
#define BALANCED_H

/* What a thread meets on its steps. */
struct walk {
    int row;         /* of the tile: the first that ends in them */
    int ends;        /* how many rows end */
    bool is_at_head; /* a row begins with the first step */
    bool has_first;  /* the first of them has nonzeros here: their fold */
    T first;
    T rest; /* the fold of the row that goes on; a filler without one */
};

/* The first row whose end is not before that step. */
DEVICE int row_at(const uint32_t *end, int rows, int step)
{
    int low = 0, high = step < rows ? step : rows;

    while (low < high) {
        const int middle = (low + high) / 2;
        if ((int)end[middle] + middle < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Goes along the thread's steps of `steps`; all rows that end but the first
 * are complete, and written. y begins with the tile's first row. */
DEVICE struct walk walk_along(const T *product, const uint32_t *end, int rows,
                              int steps, T *y)
{
    const int begin = (int)threadIdx.x * ITEMS;
    struct walk walk;
    int row = row_at(end, rows, begin < steps ? begin : steps);
    int k = begin - row;
    bool has_any = false;
    T sum = identity();

    walk.row = row;
    walk.ends = 0;
    walk.is_at_head = begin >= steps || (row > 0 && (int)end[row - 1] == k);
    walk.has_first = false;
    walk.first = sum;
    for (int i = 0; i < ITEMS; i++) {
        if (begin + i >= steps)
            continue;
        if (row == rows || k < (int)end[row]) {
            sum = has_any ? op(sum, product[k]) : product[k];
            has_any = true;
            k++;
            continue;
        }
        if (walk.ends == 0) {
            walk.first = sum;
            walk.has_first = has_any;
        } else {
            y[row] = sum;
        }
        walk.ends++;
        row++;
        sum = identity();
        has_any = false;
    }
    walk.rest = sum;
    return walk;
}

/* Precondition: the path is not empty. starts: the first row of each tile. */
__global__ void __launch_bounds__(BLOCK)
    multiply_tiles(const T *values, const uint32_t *columns,
                   const uint32_t *offsets, const T *x, T *y, T *carries,
                   uint8_t *heads, uint64_t *starts, uint64_t nonzeros,
                   uint64_t rows)
{
    __shared__ struct corner corner[2]; /* the tile's first step, its end */
    __shared__ uint32_t end[TILE];      /* of rows, in nonzeros of the tile */
    __shared__ T product[TILE];
    __shared__ struct left left;
    const int thread = (int)threadIdx.x;

    if (thread < 2) {
        const uint64_t at = (blockIdx.x + (uint64_t)thread) * TILE;
        const uint64_t length = nonzeros + rows;
        corner[thread] = corner_at(offsets, rows, at < length ? at : length);
    }
    __syncthreads(); /* [4] all wait for the corners */
    const struct corner from = corner[0];
    const int own_rows = (int)(corner[1].row - from.row);
    const int own_nonzeros = (int)(corner[1].nonzero - from.nonzero);
    TRACE_TICKET(blockIdx.x, from.nonzero, own_nonzeros);
    TRACE_PHASE(load);
    for (int r = thread; r < own_rows; r += BLOCK)
        end[r] = offsets[from.row + 1 + r] - (uint32_t)from.nonzero;
    for (int k = thread; k < own_nonzeros; k += BLOCK)
        product[k] =
            times(values[from.nonzero + k], x[columns[from.nonzero + k]]);
    __syncthreads(); /* [5] ends and products are there */

    TRACE_PHASE(scan);
    const struct walk walk = walk_along(product, end, own_rows,
                                        own_rows + own_nonzeros, y + from.row);
    const bool is_cut = thread > 0 && !walk.is_at_head;
    const T before = scan_block_segments(walk.rest, walk.ends > 0 || !is_cut,
                                         is_cut && walk.ends > 0, &left);
    if (walk.ends > 0)
        y[from.row + walk.row] = !is_cut          ? walk.first
                                 : walk.has_first ? op(before, walk.first)
                                                  : before;
    if (thread == 0 && blockIdx.x + 1 < gridDim.x) {
        carries[blockIdx.x] = left.front[WARPS];
        TRACE_PUBLISH(blockIdx.x, TRACE_A, left.front[WARPS]);
        heads[blockIdx.x] = own_rows > 0 || !cuts_row(offsets, rows, from);
        starts[blockIdx.x + 1] = from.row + own_rows;
    }
}

/* Thread i, for tile i + 1: the row that the tile's begin cuts, if it ends in
 * there. Of a row without a nonzero in the tile, what was left is all. */
__global__ void __launch_bounds__(BLOCK)
    join_carries(const uint32_t *offsets, T *y, const T *carries,
                 const uint64_t *starts, uint64_t tiles, uint64_t rows)
{
    const uint64_t tile = (uint64_t)blockIdx.x * BLOCK + threadIdx.x + 1;
    struct corner from;

    if (tile >= tiles)
        return; /* no barrier follows */
    from.row = starts[tile];
    from.nonzero = tile * TILE - from.row;
    if (!cuts_row(offsets, rows, from))
        return;
    const uint64_t end = offsets[from.row + 1];
    if (end + from.row < (tile + 1) * TILE)
        y[from.row] = from.nonzero < end ? op(carries[tile - 1], y[from.row])
                                         : carries[tile - 1];
}

#endif
