/* A sparse matrix times a vector: each row's nonzeros times elements of
 * x, joined in order.
 *
 *     rows       2 -1 . .    .    . -1  2 -1    . . . 3     four rows
 *     values     2 -1 |  -1  2 -1 |  3     the nonzeros, row by row
 *     columns    0  1 |   1  2  3 |  3
 *     offsets    0 2 2 5 6                 row r: offsets[r] to [r + 1]
 *     x          1  2  3  4
 *     flags      1  0     1  0  0    1     [A] a row begins
 *     products   2 -2    -2  6 -4   12     [B]
 *     sums       2  0    -2  4  0   12     segmented scan: given
 *     y          0  .  0  12               [C] the last of each row; the
 *                                          empty row gets the identity
 *
 * Write the lines between FILL and END; 11 are enough. Leave the rest as
 * it is. The task: lectures/applications/labs/spmv/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     times(a, x)       a nonzero times an element of the vector
 *     BLOCK             threads of a block, elements of a tile
 */
#include "gpu.h" /* T, op(), identity() */

#include "product.h" /* times() */

/* The thread's number in the grid. */
DEVICE uint64_t index_of_thread(void)
{
    return (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
}

__global__ void clear_flags(uint8_t *flags, uint64_t nonzeros)
{
    const uint64_t i = index_of_thread();

    if (i < nonzeros)
        flags[i] = 0;
}

/* mkFlagsSpMVM: all flags are 0 already. */
__global__ void mark_rows(const uint32_t *offsets, uint8_t *flags,
                          uint64_t rows)
{
    const uint64_t row = index_of_thread();

    /* FILL [A]: the flag of the nonzero at which row `row` begins
     * becomes 1. A row without nonzeros has no flag: where it would
     * stand, another row begins, or the array ends. (4 lines) */
    if (row < rows) {
        if (offsets[row] < offsets[row + 1])
            flags[offsets[row]] = 1;
    }
    /* END [A] */
}

/* mulPhaseSpMVM */
__global__ void multiply(const T *values, const uint32_t *columns,
                         const T *x, T *products, uint64_t nonzeros)
{
    const uint64_t i = index_of_thread();

    /* FILL [B]: product i is nonzero i times the element of x in its
     * column. (2 lines) */
    if (i < nonzeros)
        products[i] = times(values[i], x[columns[i]]);
    /* END [B] */
}

/* ------------------------------------- given: a segmented scan of pairs */

/* The fold of some neighbours since the last head among them, and
 * whether there is a head. A head is where a segment begins. */
struct pair {
    T sum;
    bool has_head;
};

/* The pair of two stretches, one right after the other. */
DEVICE struct pair join(struct pair left, struct pair right)
{
    struct pair both = left;

    both.sum = right.has_head ? right.sum : op(left.sum, right.sum);
    both.has_head = left.has_head || right.has_head;
    return both;
}

/* Pairs of a tile, in shared memory. */
struct cells {
    T sum[BLOCK];
    uint32_t has_head[BLOCK];
};

DEVICE struct pair pair_of(const struct cells *cells, int i)
{
    struct pair pair;

    pair.sum = cells->sum[i];
    pair.has_head = cells->has_head[i] != 0;
    return pair;
}

DEVICE void set_pair(struct cells *cells, int i, struct pair pair)
{
    cells->sum[i] = pair.sum;
    cells->has_head[i] = pair.has_head;
}

/* Given: Kogge-Stone on pairs. Thread i gives the pair of element i,
 * and gets that of the tile's elements 0 to i. */
DEVICE struct pair scan_pairs(struct pair own, int count,
                              struct cells *cells)
{
    const int i = (int)threadIdx.x;

    if (i < count)
        set_pair(cells, i, own);
    for (int stride = 1; stride < count; stride *= 2) {
        const bool joins = i >= stride && i < count;
        __syncthreads(); /* [1] all have written before any reads */
        if (joins)
            own = join(pair_of(cells, i - stride), own);
        __syncthreads(); /* [2] all have read before any writes */
        if (joins)
            set_pair(cells, i, own);
    }
    return own;
}

/* Scans the block's tile: thread i gets the pair of the tile's elements
 * 0 to i. */
DEVICE struct pair scan_of_tile(const T *in, const uint8_t *flags,
                                uint64_t n, struct cells *cells)
{
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = n - begin < BLOCK ? (int)(n - begin) : BLOCK;
    const uint64_t i = begin + threadIdx.x;
    struct pair own = {identity(), false};

    if (i < n) {
        own.sum = in[i];
        own.has_head = flags[i] != 0;
    }
    return scan_pairs(own, count, cells);
}

__global__ void leave_tiles(const T *products, const uint8_t *flags,
                            T *carries, uint8_t *heads,
                            uint64_t nonzeros)
{
    __shared__ struct cells cells;
    const struct pair own =
        scan_of_tile(products, flags, nonzeros, &cells);

    if (threadIdx.x == BLOCK - 1) {
        carries[blockIdx.x] = own.sum;
        heads[blockIdx.x] = own.has_head;
    }
}

__global__ void scan_carries(T *carries, const uint8_t *heads,
                             uint64_t tiles)
{
    for (uint64_t k = 1; threadIdx.x == 0 && k < tiles; k++)
        if (!heads[k])
            carries[k] = op(carries[k - 1], carries[k]);
}

/* In place: products become the sums of their rows so far. */
__global__ void scan_tiles(T *products, const uint8_t *flags,
                           const T *carries, uint64_t nonzeros)
{
    __shared__ struct cells cells;
    const uint64_t i = index_of_thread();
    const struct pair own =
        scan_of_tile(products, flags, nonzeros, &cells);

    if (i < nonzeros)
        products[i] = blockIdx.x > 0 && !own.has_head
                          ? op(carries[blockIdx.x - 1], own.sum)
                          : own.sum;
}

/* --------------------------------------------------------------------- */

/* getLastSpMVM: `sums` is the result of the segmented scan of the
 * products. */
__global__ void take_last(const T *sums, const uint32_t *offsets, T *y,
                          uint64_t rows)
{
    const uint64_t row = index_of_thread();

    /* FILL [C]: y[row] is the last of its row's sums; a row without
     * nonzeros has the identity. (5 lines) */
    if (row < rows) {
        const uint32_t end = offsets[row + 1];
        const bool is_empty = offsets[row] == end;
        y[row] = is_empty ? identity() : sums[end - 1];
    }
    /* END [C] */
}
