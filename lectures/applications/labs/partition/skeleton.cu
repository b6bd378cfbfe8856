/* Partition: first the elements that the predicate keeps, then the
 * others, both in order; by scans of zeros and ones.
 *
 *     in            5  4  2 10  3  7  8       even numbers are kept
 *     tf            0  1  1  1  0  0  1       [A]
 *     ff            1  0  0  0  1  1  0
 *     scan of tf    0  1  2  3  3  3  4       kept up to here; 4 in all
 *     scan of ff    1  1  1  1  2  3  3       others up to here
 *     place         4  0  1  2  5  6  3       [B]
 *     out           4  2 10  8  5  3  7
 *
 * Write the lines between FILL and END; 8 are enough. Leave the rest as it
 * is. The task: lectures/applications/labs/partition/README.md.
 *
 *     T            the type of an element
 *     keeps(x)     does the predicate keep this element?
 *     BLOCK        threads of a block, elements of a tile
 */
#include "gpu.h" /* T */

#include "predicate.h" /* keeps() */

/* A thread's element: is it kept, is it one of the others? An element
 * beyond the end is neither. */
struct marks {
    uint32_t tf, ff; /* 1 or 0 */
};

DEVICE struct marks map_pred_part(const T *in, uint64_t i, uint64_t n)
{
    struct marks marks = {0, 0};

    /* FILL [A]: marks.tf and marks.ff of element i, which is there if
     * i is below n. (4 lines) */

    /* END [A] */
    return marks;
}

/* Inclusive scan of the threads' numbers, with `cell` as scratch. */
DEVICE uint32_t scan_of_block(uint32_t x, uint32_t *cell)
{
    const int i = (int)threadIdx.x;

    cell[i] = x;
    __syncthreads(); /* [1] all numbers are in place */
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        const uint32_t left = i >= stride ? cell[i - stride] : 0;
        __syncthreads(); /* [2] all have read before any writes */
        cell[i] += left;
        __syncthreads(); /* [3] all have written before any reads */
    }
    return cell[i];
}

/* Block b counts the kept elements of tile b. */
__global__ void count_tiles(const T *in, uint64_t *counts, uint64_t n)
{
    __shared__ uint32_t cell[BLOCK];
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint32_t upto = scan_of_block(map_pred_part(in, i, n).tf, cell);

    if (threadIdx.x == BLOCK - 1)
        counts[blockIdx.x] = upto;
}

/* Each count becomes the sum of those before it. */
__global__ void scan_counts(uint64_t *counts, uint64_t tiles,
                            uint64_t *count)
{
    if (threadIdx.x != 0)
        return; /* one thread: there are few tiles */
    uint64_t all = 0;
    for (uint64_t tile = 0; tile < tiles; tile++) {
        const uint64_t own = counts[tile];
        counts[tile] = all;
        all += own;
    }
    *count = all;
}

/* Block b puts the elements of tile b in their places. */
__global__ void write_tiles(const T *in, T *out, const uint64_t *before,
                            const uint64_t *count, uint64_t n)
{
    __shared__ uint32_t cells[2][BLOCK];
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const uint64_t i = begin + threadIdx.x;
    const struct marks marks = map_pred_part(in, i, n);
    /* Of the elements up to and including i: how many are kept, and how
     * many are others. There are `begin` elements before the tile. */
    const uint64_t is_t = before[blockIdx.x] +
                          scan_of_block(marks.tf, cells[0]);
    const uint64_t is_f = begin - before[blockIdx.x] +
                          scan_of_block(marks.ff, cells[1]);
    const uint64_t kept = *count; /* of the whole array */

    /* FILL [B]: element i goes to its place in `out`, if it is there:
     * one that is kept after those kept before it, another one after
     * all that are kept and the others before it. (4 lines) */

    /* END [B] */
}
