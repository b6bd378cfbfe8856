/* Segmented scan: each segment by itself, by a scan of pairs.
 *
 *     in        1 2 3 4 | 5 6 7 8 | 9 10      tiles of 4
 *     flags     1 0 0 1 | 0 0 0 0 | 1  0      1: a segment begins
 *     scanned   1 3 6 4 | 5 11 18 26 | 9 19   each tile alone
 *     leaves    (4, 1)    (26, 0)             its last sum; was there a 1?
 *     totals    4         30                  30: no 1, so 4 goes before
 *     out       1 3 6 4 | 9 15 22 30 | 9 19   up to the first 1, the
 *                                             total before the tile goes
 *                                             before the elements
 *
 * Write the lines between FILL and END; 11 are enough. Leave the rest as
 * it is. The task:
 * lectures/applications/labs/segmented-scan/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK             threads of a block, elements of a tile
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE */

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

    /* FILL [A]: the fold of both since the last head, and whether there
     * is one. What comes before a head is forgotten, without an op.
     * (2 lines) */
    both.sum = right.has_head ? right.sum : op(left.sum, right.sum);
    both.has_head = left.has_head || right.has_head;
    /* END [A] */
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

/* Element i of the array. The first one is a head, whatever its
 * flag. */
DEVICE struct pair element(const T *in, const uint8_t *flags, uint64_t i)
{
    struct pair own;

    own.sum = in[i];
    own.has_head = i == 0 || flags[i] != 0;
    return own;
}

/* Block b: the pair of tile b. All these tiles are full. */
__global__ void reduce_full_tiles(const T *in, const uint8_t *flags,
                                  T *totals, uint8_t *heads)
{
    __shared__ struct cells cells;
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    const struct pair own =
        scan_pairs(element(in, flags, i), BLOCK, &cells);

    /* FILL [B]: the thread of the tile's last element stores its pair to
     * totals[blockIdx.x] and heads[blockIdx.x]. (4 lines) */
    if (threadIdx.x == BLOCK - 1) {
        totals[blockIdx.x] = own.sum;
        heads[blockIdx.x] = own.has_head;
    }
    /* END [B] */
}

/* One thread, since there are few tiles: totals[k] becomes the fold
 * since the last head up to the end of tile k. */
__global__ void scan_totals(T *totals, const uint8_t *heads,
                            uint64_t count)
{
    if (threadIdx.x != 0)
        return;
    /* FILL [C]: from the left to the right, a tile without a head takes
     * in the total before it. (3 lines) */
    for (uint64_t k = 1; k < count; k++)
        if (!heads[k])
            totals[k] = op(totals[k - 1], totals[k]);
    /* END [C] */
}

/* Block b scans tile b, with what comes before it. */
__global__ void scan_tiles(const T *in, const uint8_t *flags, T *out,
                           const T *totals, uint64_t n)
{
    __shared__ struct cells cells;
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = n - begin < BLOCK ? (int)(n - begin) : BLOCK;
    struct pair own = {identity(), false};
    bool is_head = false;

    if (i < count) {
        own = element(in, flags, begin + i);
        is_head = own.has_head;
    }
    own = scan_pairs(own, count, &cells);

    /* FILL [D]: the total before the tile goes before `own.sum`, if
     * there is such an element, a tile before this one, and no head from
     * the tile's begin up to it. (2 lines) */
    if (i < count && blockIdx.x > 0 && !own.has_head)
        own.sum = op(totals[blockIdx.x - 1], own.sum);
    /* END [D] */

    if (!EXCLUSIVE) {
        if (i < count)
            out[begin + i] = own.sum;
        return;
    }
    /* Exclusive: the left neighbour's sum; for a head, the identity. */
    __syncthreads(); /* [3] all have read their neighbours */
    if (i < count)
        cells.sum[i] = own.sum;
    __syncthreads(); /* [4] all have written */
    if (i < count)
        out[begin + i] = is_head ? identity()
                         : i > 0 ? cells.sum[i - 1]
                                 : totals[blockIdx.x - 1];
}
