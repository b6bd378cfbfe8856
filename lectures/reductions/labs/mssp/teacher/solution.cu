/* Maximum segment sum: four sums of each part, joined in order by three
 * reductions.
 *
 *     numbers      1    -2     3     4  |  -1     5    -6     1
 *     best               7              |        5
 *                        11 = 3 + 4 - 1 + 5
 *
 * Write the lines between FILL and END; 20 are enough. Leave the rest as
 * it is. The task: lectures/reductions/labs/mssp/README.md.
 *
 *     join(left, right)   joins two elements: [B]; the left one first
 *     element_of(x)       makes an element of a number in `in`: [A]
 *     BLOCK               threads of a block
 *     ITEMS               windows of a block
 */
/* The sums of consecutive numbers. The empty segment counts, so only ts
 * can be below 0. */
struct sums {
    int ts;  /* of all of them */
    int mis; /* of the best segment that starts at the left end */
    int mcs; /* of the best one that stops at the right end */
    int mss; /* of the best one */
};

__device__ int greater(int a, int b)
{
    return a > b ? a : b;
}

/* The sums of one number. */
__device__ struct sums map_number(int x)
{
    struct sums r = {0, 0, 0, 0};

    /* FILL [A]: r.ts, r.mis, r.mcs and r.mss of x alone. (2 lines) */
    r.ts = x;
    r.mis = r.mcs = r.mss = greater(x, 0);
    /* END [A] */
    return r;
}

/* The sums of two neighbouring parts: `left`, then `right`. */
__device__ struct sums join_sums(struct sums left, struct sums right)
{
    struct sums r = {0, 0, 0, 0};

    /* FILL [B]: the four rules. (4 lines) */
    r.ts = left.ts + right.ts;
    r.mis = greater(left.mis, left.ts + right.mis);
    r.mcs = greater(left.mcs + right.ts, right.mcs);
    r.mss = greater(left.mcs + right.mis, greater(left.mss, right.mss));
    /* END [B] */
    return r;
}

#include "gpu.h" /* T, op(), identity() */

/* An element is four sums, 16 bytes. In a proof it has 4 bytes and is
 * opaque: it holds no sums to look at, and op() and map() are those of
 * the proof. */
enum { OPAQUE = WORDS_OF_T != 4 };

union element {
    T whole;
    struct sums sums;
};

DEVICE T join(T left, T right)
{
    union element a, b;

    if (OPAQUE)
        return op(left, right);
    a.whole = left;
    b.whole = right;
    a.sums = join_sums(a.sums, b.sums);
    return a.whole;
}

/* Tree: a launch halves the array, n elements become (n + 1) / 2. */
__global__ void reduce_pairs(const T *in, T *out, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (n == 0 && i == 0)
        out[0] = identity();

    /* FILL [C]: thread i joins elements 2i and 2i + 1 to out[i]. The
     * last element of an odd array has no partner. (2 lines) */
    if (2 * i < n)
        out[i] = 2 * i + 1 < n ? join(in[2 * i], in[2 * i + 1]) : in[2 * i];
    /* END [C] */
}

/* How many of the elements from `begin` to `end` a window of BLOCK
 * elements has. */
DEVICE int elements_from(uint64_t begin, uint64_t end)
{
    return end - begin < BLOCK ? (int)(end - begin) : BLOCK;
}

/* Reduces the first `count` cells to cell[0]. All threads call it. */
DEVICE void reduce_cells(T *cell, int count)
{
    const int i = (int)threadIdx.x;

    __syncthreads(); /* [1] all cells are written */
    /* FILL [D]: the steps, stride 1, 2, 4, ... while there is more than
     * one result. In a step, cells 0, 2*stride, 4*stride, ... take in
     * the cell `stride` to their right, if it is below `count`. One
     * barrier in each. (5 lines) */
    for (int stride = 1; stride < count; stride *= 2) {
        if (i % (2 * stride) == 0 && i + stride < count)
            cell[i] = join(cell[i], cell[i + stride]);
        __syncthreads(); /* [2] this step is done before the next */
    }
    /* END [D] */
}

/* Group: block b reduces elements b*BLOCK to (b+1)*BLOCK - 1. */
__global__ void reduce_groups(const T *in, T *out, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = elements_from(begin, n); /* 0 only if n is 0 */

    wait_for_launch_before(); /* it writes the elements read here */
    if (i < count)
        cell[i] = in[begin + i];
    reduce_cells(cell, count);
    if (i == 0)
        out[blockIdx.x] = count > 0 ? cell[0] : identity();
}

#ifdef BLOCKS

/* `reduce`: an earlier launch made elements of the numbers. Given, to
 * try [B] alone: one thread of a block joins the `each` elements of all
 * its threads. */
__global__ void reduce_by_threads(const T *in, T *out, uint64_t n,
                                  uint64_t each)
{
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK * each;
    T sum = identity();

    if (threadIdx.x != 0)
        return;
    for (uint64_t i = begin; i < n && i < begin + BLOCK * each; i++)
        sum = i == begin ? in[i] : join(sum, in[i]);
    out[blockIdx.x] = sum;
}

#else

/* `mssp`: numbers become elements when they are joined. */
#include "map.h" /* map() */

DEVICE T element_of(int32_t x)
{
    union element r;

    if (OPAQUE)
        return map(x);
    r.sums = map_number(x);
    return r.whole;
}

/* Chunked: block b reduces the b-th stretch of the numbers to out[b], a
 * window of BLOCK numbers at a time. */
__global__ void map_groups(const int32_t *in, T *out, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t stretch = BLOCK * ITEMS;
    const uint64_t begin = blockIdx.x * stretch;
    const uint64_t end = n - begin < stretch ? n : begin + stretch;
    T sum = identity(); /* of thread 0: of all windows so far */

    /* FILL [E]: for each window, from the left to the right: its numbers
     * become elements in the cells, which are reduced, and thread 0 takes
     * cell[0] into `sum`. (7 lines) */
    for (uint64_t at = begin; at < end; at += BLOCK) {
        if (at + i < end)
            cell[i] = element_of(in[at + i]);
        reduce_cells(cell, elements_from(at, end));
        if (i == 0)
            sum = at == begin ? cell[0] : join(sum, cell[0]);
    }
    /* END [E] */
    if (i == 0)
        out[blockIdx.x] = sum;
}

/* Given, to try [A] and [B] alone: one thread joins all numbers. */
__global__ void map_chunks_at_once(const int32_t *in, T *out, uint64_t n,
                                   T *totals, uint32_t *counter,
                                   uint32_t pieces, uint32_t stages)
{
    T sum = identity();

    if (blockIdx.x != 0 || threadIdx.x != 0)
        return;
    for (uint64_t i = 0; i < n; i++)
        sum = i == 0 ? element_of(in[0]) : join(sum, element_of(in[i]));
    *out = sum;
}

#endif
