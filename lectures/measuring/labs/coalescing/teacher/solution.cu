/* Scan in three phases: reduce, scan the totals, scan.
 *
 *     in         3 1 7 0 | 4 1 6 3 | 2 5       tiles of 2 threads, 2 each
 *     phase 1         11        14             the fold of a full tile
 *     phase 2         11        25             in place, by one thread
 *     phase 3    3 4 11 11 | 15 16 22 25 | 27 32
 *         thread 0 of tile 1 begins with 11, thread 1 with 11 + 5
 *
 * Correct the line between FILL and END; 1 is enough. Leave the rest as
 * it is. The task: lectures/measuring/labs/coalescing/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK, ITEMS      threads of a block; elements of a thread
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE */

enum { TILE = BLOCK * ITEMS };

/* The cell of a tile that thread i moves in round k of ITEMS. */
DEVICE int moved(int i, int k)
{
    /* FILL [A]: which cell? Each cell of a tile is moved once.
     * (1 line) */
    return k * BLOCK + i;
    /* END [A] */
}

DEVICE void load_tile(const T *in, int count, T *cell)
{
    for (int k = 0; k < ITEMS; k++) {
        const int at = moved((int)threadIdx.x, k);
        if (at < count)
            cell[at] = in[at];
    }
    __syncthreads(); /* [1] all cells are loaded */
}

DEVICE void store_tile(const T *cell, int count, T *out)
{
    __syncthreads(); /* [2] all cells are scanned */
    for (int k = 0; k < ITEMS; k++) {
        const int at = moved((int)threadIdx.x, k);
        if (at < count)
            out[at] = cell[at];
    }
}

/* The fold of this thread's cells, which are side by side: from `first`
 * up to, but not including, `end`. If it has none, the identity. */
DEVICE T fold_own(const T *cell, int first, int end)
{
    T sum = identity();

    if (first < end)
        sum = cell[first];
    for (int k = first + 1; k < end; k++)
        sum = op(sum, cell[k]);
    return sum;
}

/* Given: thread i, below `threads`, gets the fold of the `own` of
 * threads 0 to i (Kogge-Stone). Other threads can read it in fold[i]. */
DEVICE T scan_threads(T own, int threads, T *fold)
{
    const int i = (int)threadIdx.x;

    if (i < threads)
        fold[i] = own;
    for (int stride = 1; stride < threads; stride *= 2) {
        const bool joins = i >= stride && i < threads;
        __syncthreads(); /* [3] all have written before any reads */
        if (joins)
            own = op(fold[i - stride], own);
        __syncthreads(); /* [4] all have read before any writes */
        if (joins)
            fold[i] = own;
    }
    __syncthreads(); /* [5] a neighbour may read it */
    return own;
}

/* Phase 1. Block b: the fold of tile b. These tiles are full. */
__global__ void reduce_full_tiles(const T *in, T *totals)
{
    __shared__ T cell[TILE], fold[BLOCK];
    const int i = (int)threadIdx.x;

    load_tile(in + (uint64_t)blockIdx.x * TILE, TILE, cell);
    const T own = fold_own(cell, i * ITEMS, (i + 1) * ITEMS);
    const T upto = scan_threads(own, BLOCK, fold);

    if (i == BLOCK - 1)
        totals[blockIdx.x] = upto;
}

/* Phase 2. One block: totals[k] becomes the fold of tiles 0 to k. One
 * thread does it: there are few tiles. */
__global__ void scan_totals(T *totals, uint64_t count)
{
    if (threadIdx.x != 0)
        return;
    for (uint64_t k = 1; k < count; k++)
        totals[k] = op(totals[k - 1], totals[k]);
}

/* Phase 3. Block b scans tile b, from what comes before it. */
__global__ void scan_tiles(const T *in, T *out, const T *totals,
                           uint64_t n)
{
    __shared__ T cell[TILE], fold[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t tile = blockIdx.x, begin = tile * TILE;
    const int count = n - begin < TILE ? (int)(n - begin) : TILE;
    const int first = i * ITEMS;
    const int end = first + ITEMS < count ? first + ITEMS : count;

    load_tile(in + begin, count, cell);
    scan_threads(fold_own(cell, first, end), (count - 1) / ITEMS + 1,
                 fold);

    T before = identity(); /* of this thread's next element */
    bool is_first = tile == 0 && i == 0;
    if (tile > 0)
        before = totals[tile - 1];
    if (i > 0 && first < end)
        before = tile > 0 ? op(before, fold[i - 1]) : fold[i - 1];
    for (int k = first; k < end; k++, is_first = false) {
        const T sum = is_first ? cell[k] : op(before, cell[k]);
        cell[k] = EXCLUSIVE ? before : sum;
        before = sum;
    }
    store_tile(cell, count, out + begin);
}
