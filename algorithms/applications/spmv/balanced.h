/* balanced.h - spmv in equal parts of nonzeros and rows: no product and no
 * flag goes to memory.
 *
 *     products   2 -2 | -2  6 -4 | 12
 *     path       0 1 | 2 3 4 | 5 |          path.h: a nonzero, or an end
 *     tile       0 0 0 0 0 0 1 1 1          of six steps
 *     y          0     .       12           rows that end in a tile
 *     leaves               0                part of a row that goes on
 *     joined           0                    that part, then the rest
 *
 * A tile is BLOCK * ITEMS steps of the path; find_starts finds the first rows
 * of all tiles in one launch, by binary searches. A block puts its products and
 * its rows' ends into shared memory. There are two ways to sum the products:
 *
 *     rows    if all its rows are short: a thread for each row
 *     walks   else: a thread for every ITEMS steps, wherever rows end; the
 *             sums that threads leave are scanned in the block
 *
 * join_carries joins the sum that a tile leaves with the rest of the row in the
 * next tile. One row can extend over many tiles: then join_carries goes back
 * until it finds the tile in which the row began.
 */
#ifndef BALANCED_H
#define BALANCED_H

enum {
    LONGEST = 4 * ITEMS, /* longest short row */
    BACK = 8             /* carries that a thread reads in a round */
};

/* What a tile must sum; in shared memory. */
struct sums {
    uint32_t end[TILE + 1]; /* each row's end in nonzeros; then their number */
    T product[TILE];
    struct left left;
};

/* What a thread finds on its steps. */
struct walk {
    int row;         /* the tile's first row that ends in these steps */
    int ends;        /* how many rows end */
    bool is_at_head; /* a row begins with the first step */
    bool has_first;  /* the first row has nonzeros here; `first`: their fold */
    T first;
    T rest; /* fold of the row that continues; a filler if none does */
};

/* The first row whose end is not before `step`. */
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

/* Goes along the thread's part of the `steps` steps; all rows that end there,
 * except the first, are complete, and are written. y begins with the tile's
 * first row. */
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

/* -------------------------------------------------------------- two ways */

/* Sums the rows, with a thread for each, in order: the sum of the last row is
 * the tile's carry. */
DEVICE void sum_rows(const struct sums *sums, int rows, T *y, T *leaves)
{
    for (int r = (int)threadIdx.x; r <= rows; r += BLOCK) {
        int k = r > 0 ? (int)sums->end[r - 1] : 0;
        const int end = (int)sums->end[r];
        T sum = k < end ? sums->product[k] : identity();
        for (k++; k < end; k++)
            sum = op(sum, sums->product[k]);
        if (r < rows)
            y[r] = sum;
        else
            *leaves = sum;
    }
}

/* Sums the rows, with a thread for every ITEMS steps. */
DEVICE void sum_steps(struct sums *sums, int rows, int nonzeros, T *y,
                      T *leaves)
{
    const struct walk walk =
        walk_along(sums->product, sums->end, rows, rows + nonzeros, y);
    const bool is_cut = threadIdx.x > 0 && !walk.is_at_head;
    const T before = scan_block_segments(walk.rest, walk.ends > 0 || !is_cut,
                                         is_cut && walk.ends > 0, &sums->left);

    if (walk.ends > 0)
        y[walk.row] = !is_cut          ? walk.first
                      : walk.has_first ? op(before, walk.first)
                                       : before;
    if (threadIdx.x == 0)
        *leaves = sums->left.front[WARPS];
}

/* Loads the ends of the tile's rows, and where its nonzeros end; returns
 * whether one of the thread's rows is long. A row begins where the row before
 * it ends, which the lane to the left has loaded. */
DEVICE bool load_ends(const uint32_t *offsets, struct corner from, int rows,
                      int nonzeros, uint32_t *end)
{
    const uint32_t first = (uint32_t)from.nonzero;
    bool is_long = false;

    for (int round = 0; round <= rows; round += BLOCK) {
        const int r = round + (int)threadIdx.x;
        const uint32_t mine =
            r < rows ? offsets[r + 1] - first : (uint32_t)nonzeros;
        uint32_t begin = __shfl_up_sync(ALL_LANES, mine, 1);
        if (lane_of_thread() == 0)
            begin = r > 0 && r <= rows ? offsets[r] - first : 0;
        if (r <= rows)
            end[r] = mine;
        is_long = is_long || (r <= rows && mine - begin > LONGEST);
    }
    return is_long;
}

/* ---------------------------------------------------------------- kernels */

/* corner_at() in half the steps: three loads leave a quarter of the range. */
DEVICE uint64_t first_row_at(const uint32_t *offsets, uint64_t rows,
                             uint64_t index)
{
    uint64_t low = 0, high = index < rows ? index : rows;

    while (low < high) {
        const uint64_t quarter = (high - low) / 4;
        uint64_t at[3];
        bool ends[3]; /* the row ends before the index */
        for (int k = 0; k < 3; k++) {
            at[k] = low + (uint64_t)k * quarter + quarter;
            at[k] = at[k] < high ? at[k] : high - 1;
            ends[k] = offsets[at[k] + 1] + at[k] < index;
        }
        for (int k = 0; k < 3; k++)
            if (ends[k])
                low = at[k] + 1;
        for (int k = 2; k >= 0; k--)
            if (!ends[k])
                high = at[k];
    }
    return low;
}

/* Finds the first row of each tile, and the row at the end of the path. */
__global__ void __launch_bounds__(BLOCK)
    find_starts(const uint32_t *offsets, uint64_t *starts, uint64_t nonzeros,
                uint64_t rows, uint64_t tiles)
{
    const uint64_t tile = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t at = tile * TILE, length = nonzeros + rows;

    next_launch_may_begin();
    if (tile <= tiles)
        starts[tile] = first_row_at(offsets, rows, at < length ? at : length);
}

/* Precondition: the path is not empty. */
__global__ void __launch_bounds__(BLOCK)
    multiply_tiles(const T *values, const uint32_t *columns,
                   const uint32_t *offsets, const T *x, T *y, T *carries,
                   uint8_t *heads, const uint64_t *starts, uint64_t nonzeros,
                   uint64_t rows)
{
    __shared__ struct sums sums;
    const int thread = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const uint64_t left = nonzeros + rows - begin;
    const int lane = lane_of_thread();
    next_launch_may_begin();
    wait_for_launch_before(); /* [6] for the starts */
    const uint64_t start = lane < 2 ? starts[blockIdx.x + lane] : 0;
    struct corner from;
    T value[ITEMS];
    uint32_t column[ITEMS];

    from.row = __shfl_sync(ALL_LANES, start, 0);
    from.nonzero = begin - from.row;
    const int own_rows = (int)(__shfl_sync(ALL_LANES, start, 1) - from.row);
    const int own = (left < TILE ? (int)left : TILE) - own_rows;
    TRACE_TICKET(blockIdx.x, from.nonzero, own);
    TRACE_PHASE(load);
    values += from.nonzero;
    columns += from.nonzero;
    UNROLLED
    for (int i = 0; i < ITEMS; i++)
        if (i * BLOCK + thread < own) {
            column[i] = columns[i * BLOCK + thread];
            value[i] = values[i * BLOCK + thread];
        }
    const bool is_long =
        load_ends(offsets + from.row, from, own_rows, own, sums.end);
    UNROLLED
    for (int i = 0; i < ITEMS; i++)
        if (i * BLOCK + thread < own)
            sums.product[i * BLOCK + thread] = times(value[i], x[column[i]]);
    const int walks = /* [4] ends and products are stored */
        __syncthreads_or(is_long);

    TRACE_PHASE(reduce);
    T leaves = identity(); /* of one of the threads */
    bool has_leaves = walks ? thread == 0 : thread == own_rows % BLOCK;
    if (walks)
        sum_steps(&sums, own_rows, own, y + from.row, &leaves);
    else
        sum_rows(&sums, own_rows, y + from.row, &leaves);
    if (has_leaves && blockIdx.x + 1 < gridDim.x) {
        carries[blockIdx.x] = leaves;
        TRACE_PUBLISH(blockIdx.x, TRACE_A, leaves);
        heads[blockIdx.x] = own_rows > 0 || !cuts_row(offsets, rows, from);
    }
}

/* Called by all threads, after a barrier: puts into front[0] the fold of the
 * carries before `end` since the last head. */
DEVICE void go_back(const T *carries, const uint8_t *heads, uint64_t end,
                    struct left *left)
{
    const int thread = (int)threadIdx.x;
    T fold = identity(); /* in thread 0: what all rounds so far found */

    for (int found = 0, round = 0; !found; round++) {
        const uint64_t back = (uint64_t)(BLOCK - thread) * BACK;
        bool any = false;
        T own = identity();
        for (int i = 0; i < BACK; i++) {
            if (end + i < back)
                continue; /* before the first carry, which is a head */
            const uint64_t k = end + i - back;
            const bool is_head = heads[k] != 0;
            own = is_head || i == 0 ? carries[k] : op(own, carries[k]);
            any = any || is_head;
        }
        const bool is_filler = end + BACK <= back;
        scan_block_segments(own, any || is_filler || thread == 0, false, left);
        if (thread == 0)
            fold =
                round > 0 ? op(left->front[WARPS], fold) : left->front[WARPS];
        found = __syncthreads_or(any); /* [5] thread 0 has read front[] */
        end -= found ? 0 : BLOCK * BACK;
    }
    if (thread == 0)
        left->front[0] = fold;
}

/* Thread i completes the row that is cut where tile i + 1 begins, if it ends in
 * that tile. If it has no nonzeros there, the carry is its sum. */
__global__ void __launch_bounds__(BLOCK)
    join_carries(const uint32_t *offsets, T *y, const T *carries,
                 const uint8_t *heads, const uint64_t *starts, uint64_t tiles,
                 uint64_t rows)
{
    __shared__ struct left left;
    const uint64_t first = (uint64_t)blockIdx.x * BLOCK;
    const uint64_t i = first + threadIdx.x;
    const bool has_carry = i + 1 < tiles;
    struct corner from = {rows, 0};
    bool takes = false;

    wait_for_launch_before(); /* [7] for y and the carries */
    if (has_carry) {
        from.row = starts[i + 1];
        from.nonzero = (i + 1) * TILE - from.row;
        takes = starts[i + 2] > from.row && cuts_row(offsets, rows, from);
    }
    const int any = __syncthreads_or(takes);
    const bool is_head = !has_carry || heads[i] != 0;
    const bool goes_back = any && !heads[first]; /* equal in all threads */
    if (goes_back)
        go_back(carries, heads, first, &left);
    const bool is_first = is_head || (threadIdx.x == 0 && !goes_back);
    T fold = has_carry ? carries[i] : identity();
    const T before = scan_block_segments(fold, is_first, !is_first, &left);
    if (!is_first)
        fold = op(before, fold);
    if (takes)
        y[from.row] =
            from.nonzero < offsets[from.row + 1] ? op(fold, y[from.row]) : fold;
}

#endif
