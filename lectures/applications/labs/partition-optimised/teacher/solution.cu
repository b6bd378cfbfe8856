/* Partition, optimised: a tile is partitioned in shared memory first, and
 * then copied out in two pieces.
 *
 *     one tile, 2 threads of ITEMS = 4; even numbers are kept
 *     tile       5  4  2 10 |  3  7  8  6      loaded, coalesced      [A]
 *     tf               3    |        2         counted by each thread [B]
 *     left             0    |        3         scanned, by the block
 *     tile       4  2 10  8  6 |  5  3  7      partitioned            [C]
 *                kept          |  others       copied out, coalesced
 *
 * Write the lines between FILL and END; 16 are enough. Leave the rest as it
 * is. The task: lectures/applications/labs/partition-optimised/README.md.
 *
 *     T            the type of an element
 *     keeps(x)     does the predicate keep this element?
 *     BLOCK        threads of a block
 *     ITEMS        elements of a thread
 *     TILE         elements of a tile: BLOCK * ITEMS
 */
#include "gpu.h" /* T */

#include "predicate.h" /* keeps() */

enum { TILE = BLOCK * ITEMS };

/* How many elements the tile that begins at `begin` has: the last one
 * may have fewer than TILE. */
DEVICE int elements_of(uint64_t begin, uint64_t n)
{
    const uint64_t rest = n - begin;
    return rest < TILE ? (int)rest : TILE;
}

/* Inclusive scan of the threads' numbers. After it, all threads may read
 * all cells. */
DEVICE uint32_t scan_of_block(uint32_t x, uint32_t *cell)
{
    const int i = (int)threadIdx.x;

    cell[i] = x;
    __syncthreads(); /* [1] all numbers are in place */
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        const uint32_t before = i >= stride ? cell[i - stride] : 0;
        __syncthreads(); /* [2] all have read before any writes */
        cell[i] += before;
        __syncthreads(); /* [3] all have written before any reads */
    }
    return cell[i];
}

/* Given: the first kernel. Block b counts tile b's kept elements. */
__global__ void count_tiles(const T *in, uint64_t *counts, uint64_t n)
{
    __shared__ uint32_t cell[BLOCK];
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const int count = elements_of(begin, n);
    uint32_t own = 0;

    for (int k = (int)threadIdx.x; k < count; k += BLOCK)
        own += keeps(in[begin + k]);
    const uint32_t upto = scan_of_block(own, cell);
    if (threadIdx.x == BLOCK - 1)
        counts[blockIdx.x] = upto;
}

/* Given: the second kernel. Each count becomes the sum of those before. */
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

/* The third kernel. Block b puts the elements of tile b in their places.
 * `before[b]` are kept before the tile, `*kept` in the whole array. */
__global__ void write_tiles(const T *in, T *out, const uint64_t *before,
                            const uint64_t *kept, uint64_t n)
{
    __shared__ T tile[TILE];
    __shared__ uint32_t cell[BLOCK];
    __shared__ uint64_t to_t, to_f; /* where its two pieces begin in out */
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const int count = elements_of(begin, n); /* 1 to TILE */
    const int first = i * ITEMS; /* own elements: tile[first] and on */
    T chunk[ITEMS];              /* a copy of them */
    uint32_t tf = 0;             /* how many of them are kept */

    if (i == 0) {
        to_t = before[blockIdx.x];
        to_f = *kept + (begin - to_t);
    }

    /* FILL [A]: the tile comes from in[begin], ... into tile[0], ...
     * In a round neighbouring threads copy neighbouring elements. After
     * it a thread may read what another has copied. (3 lines) */
    for (int k = i; k < count; k += BLOCK)
        tile[k] = in[begin + k];
    __syncthreads();
    /* END [A] */

    /* FILL [B]: the thread's own elements, ITEMS or fewer, come into
     * chunk[0], ..., and tf counts those that are kept. (5 lines) */
    for (int item = 0; item < ITEMS; item++)
        if (first + item < count) {
            chunk[item] = tile[first + item];
            tf += keeps(chunk[item]);
        }
    /* END [B] */

    const uint32_t left = scan_of_block(tf, cell) - tf;
    const uint32_t num_ts = cell[BLOCK - 1];
    /* Of the tile's elements, `left` are kept before element `first`,
     * and `num_ts` in all. */

    /* FILL [C]: chunk[0], ... go into `tile`, each to where it stands
     * when the tile is partitioned: kept ones from tile[0] on, the others
     * from tile[num_ts] on. Then all may read the tile. (8 lines) */
    uint32_t t = left, f = num_ts + first - left;
    for (int item = 0; item < ITEMS && first + item < count; item++) {
        if (keeps(chunk[item]))
            tile[t++] = chunk[item];
        else
            tile[f++] = chunk[item];
    }
    __syncthreads();
    /* END [C] */

    /* The kept elements are one piece of `out`, the rest another. */
    for (int k = i; k < count; k += BLOCK) {
        const T x = tile[k];
        out[k < (int)num_ts ? to_t + k : to_f + (k - num_ts)] = x;
    }
}
