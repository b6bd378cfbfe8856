/* Three reductions of an array to one element, in order.
 *
 *     tree      a b c d e  ->  ab cd e  ->  abcd e  ->  abcde
 *     group     a b c d | e f g h | i  ->  a..d  e..h  i  ->  a..i
 *     chunked   a b c d   e f g h | i j k l   m     ->  a..h  i..m
 *               window 1  window 2                      by two blocks
 *
 * Write the lines between FILL and END; 17 are enough. Leave the rest as
 * it is. The task: lectures/reductions/labs/reduce/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK, WARP       threads of a block, and of a warp
 *     FORM              which of the three is compiled
 */
#include "gpu.h" /* T, op(), identity() */

#define TREE    0
#define GROUP   1
#define CHUNKED 2

/* How many of the elements from `begin` to `end` a window of BLOCK
 * elements has. */
DEVICE int elements_from(uint64_t begin, uint64_t end)
{
    return end - begin < BLOCK ? (int)(end - begin) : BLOCK;
}

#if FORM == TREE
/* A launch halves the array: n elements become (n + 1) / 2. */
__global__ void reduce_pairs(const T *in, T *out, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (n == 0 && i == 0)
        out[0] = identity();

    /* FILL [A]: thread i joins elements 2i and 2i + 1 to out[i]. The
     * last element of an odd array has no partner. (4 lines) */

    /* END [A] */
}
#else

/* Reduces the first `count` cells to cell[0]. All threads call it. */
DEVICE void reduce_cells(T *cell, int count)
{
    const int i = (int)threadIdx.x;

    __syncthreads(); /* [1] all cells are written */
    /* FILL [B]: the steps, stride 1, 2, 4, ... while there is more than
     * one result. In a step, cells 0, 2*stride, 4*stride, ... take in
     * the cell `stride` to their right, if it is below `count`. One
     * barrier in each. (5 lines) */

    /* END [B] */
}

#if FORM == GROUP
/* Block b reduces elements b*BLOCK to (b+1)*BLOCK - 1 to out[b]. */
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
#elif FORM == CHUNKED
/* Block b reduces the b-th stretch of the array to out[b], a window of
 * BLOCK elements at a time: the number of blocks does not grow with n.
 * `chunk`: elements of a stretch for each warp of the block. */
__global__ void reduce_chunks(const T *in, T *out, uint64_t n,
                              uint64_t chunk)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t stretch = chunk * (BLOCK / WARP);
    const uint64_t begin = blockIdx.x * stretch;
    const uint64_t end = n - begin < stretch ? n : begin + stretch;
    T sum = identity(); /* of thread 0: of all windows so far */

    wait_for_launch_before(); /* it writes the elements read here */
    /* FILL [C]: for each window, from the left to the right: load it
     * into the cells, reduce them, and thread 0 takes cell[0] into
     * `sum`, which gets the first window without an op. (8 lines) */

    /* END [C] */
    if (i == 0)
        out[blockIdx.x] = sum;
}
#endif
#endif
