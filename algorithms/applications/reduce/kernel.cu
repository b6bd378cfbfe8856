/* kernel.cu - reduce: the fold of all elements, in order; three forms.
 *
 * tree: each launch halves the array.
 *
 *     a b c d e  ->  ab cd e  ->  abcd e  ->  abcde
 *
 * group: each block reduces a tile, and a launch shrinks the array by
 * that. Each warp reduces its stretch of the tile, a warp then the
 * results:
 *
 *     | warp 0: abcd | warp 1: efgh |  -> a..h   by block 0
 *     | warp 0: ijkl | warp 1: mn   |  -> i..n   by block 1
 *
 * chunked: the number of threads is fixed. A warp has a chunk of
 * consecutive elements, over which its window slides:
 *
 *     chunk of warp 0                | chunk of warp 1
 *     [a b c d] e f g h  i j k l     | [m n o p] q r s t  u v w x
 *      a b c d [e f g h] i j k l     |  m n o p [q r s t] u v w x
 *
 * Neighbouring lanes read neighbouring elements, and the window moves to
 * the right: so accesses are coalesced, and the order is kept. Were thread
 * t to take elements t, t + P, t + 2P, ... the first would be so too, but
 * not the second.
 *
 * How a warp loads a window and exchanges it, so that each lane has M
 * consecutive elements, stands in tile_scan.h (steps 1 and 2).
 *
 * Cost: n - 1 ops in every form; n read (tree: 2n), and few totals.
 * Try it: delete barrier [3] and run
 * `scanlab verify reduce -d simt --source kernel.cu`.
 * Source: OpenCL course day 3 (tree, group and chunked reduction).
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "tile_scan.h" /* BLOCK threads, M elements for each */

#define TREE    0
#define GROUP   1
#define CHUNKED 2
#ifndef FORM
#define FORM GROUP
#endif

#if FORM == TREE

/* Thread i joins elements 2i and 2i + 1; the last may have no partner. */
__global__ void __launch_bounds__(BLOCK)
    reduce_pairs(const T *in, T *out, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (2 * i + 1 < n)
        out[i] = op(in[2 * i], in[2 * i + 1]);
    else if (2 * i < n)
        out[i] = in[2 * i];
    else if (i == 0) /* n = 0 */
        out[0] = identity();
}

#else

enum { WINDOW = WARP * M };

extern __shared__ uint4 units[]; /* of all windows, for tile_scan.h */

/* Called by all lanes of a warp, with 1 to WINDOW elements. Lane 0 gets
 * their fold: each lane's own elements, then a tree (reduce_warp of
 * entries.h). */
DEVICE T reduce_count(const T *in, int count)
{
    struct unit *const stretch = stretch_in(units);
    const int own = count - lane_of_thread() * M; /* below 1: none */
    union own mine;

    if (count == WINDOW && is_aligned(in))
        load_units(in, stretch);
    else
        load_elements(in, count, stretch);
    __syncwarp(); /* [1] all lanes have written before any reads */
    for (int j = 0; j < UNITS; j++)
        mine.unit[j] = stretch[place(lane_of_thread() * UNITS + j)];
    __syncwarp(); /* [2] all have read before the next window comes */
    T sum = mine.x[0];
    for (int i = 1; i < M; i++)
        if (i < own)
            sum = op(sum, mine.x[i]);
    return reduce_warp(sum, (count + M - 1) / M);
}

/* The first of `rest` elements. A full window is compiled by itself,
 * without the tests of what is in it. */
DEVICE T reduce_window(const T *in, uint64_t rest)
{
    return rest >= WINDOW ? reduce_count(in, WINDOW)
                          : reduce_count(in, (int)rest);
}

/* The same of n > 0 elements: the window slides over them. */
DEVICE T reduce_chunk(const T *in, uint64_t n)
{
    T sum = reduce_window(in, n);

    for (uint64_t at = WINDOW; at < n; at += WINDOW) {
        const T next = reduce_window(in + at, n - at);
        if (lane_of_thread() == 0)
            sum = op(sum, next);
    }
    return sum;
}

/* A chunk for each warp; out[b] becomes the fold of block b's chunks, of
 * which at least one has elements. n = 0: one block, and the identity. */
DEVICE void reduce_block(const T *in, T *out, uint64_t n, uint64_t chunk,
                         T fold[WARPS])
{
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_thread();
    const uint64_t first = blockIdx.x * (WARPS * chunk); /* of the block */
    const uint64_t begin = first + warp * chunk;         /* of the warp */
    const uint64_t rest = n - first;
    const int warps =
        rest < WARPS * chunk ? (int)((rest + chunk - 1) / chunk) : WARPS;

    if (warp < warps) {
        const uint64_t own = n - begin < chunk ? n - begin : chunk;
        const T sum = reduce_chunk(in + begin, own);
        if (lane == 0)
            fold[warp] = sum;
    }
    __syncthreads(); /* [3] warp 0 waits for the folds of all warps */
    if (warp == 0) {
        const T sum =
            reduce_warp(lane < warps ? fold[lane] : identity(), warps);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

#if FORM == GROUP

__global__ void __launch_bounds__(BLOCK)
    reduce_groups(const T *in, T *out, uint64_t n)
{
    __shared__ T fold[WARPS];

    reduce_block(in, out, n, WINDOW, fold);
}

#else

/* chunk: elements of a warp, whole windows. */
__global__ void __launch_bounds__(BLOCK)
    reduce_chunks(const T *in, T *out, uint64_t n, uint64_t chunk)
{
    __shared__ T fold[WARPS];

    reduce_block(in, out, n, chunk, fold);
}

#endif
#endif
