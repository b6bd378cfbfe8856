/* kernel.cu - reduce: the fold of all elements, in order; six forms.
 *
 * tree: each launch halves the array.
 *
 *     a b c d e  ->  ab cd e  ->  abcd e  ->  abcde
 *
 * group: each block reduces a tile, so a launch leaves one element per
 * tile. Each warp reduces its stretch of the tile; then one warp reduces
 * the results:
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
 * the right: so accesses are coalesced, and the order is kept.
 *
 * own: each thread has its own chunk, so neighbouring lanes read places far
 * apart. If thread t took elements t, t + P, t + 2P, ... (strided), accesses
 * would be coalesced, but the order would be lost.
 *
 * stream: there is a block for each multiprocessor, with a chunk of which its
 * warps keep pieces in flight (reduce_stream.h). One launch.
 *
 * atomics: tiles as in group; each block joins its total to the output by
 * compare-and-swap when it is done. Right only if op commutes.
 *
 * reduce_block.h explains how a warp reduces its windows, and how a block
 * reduces its warps' results; otherwise.h explains how threads reduce their own
 * chunks, and how blocks join their totals.
 *
 * Cost: n - 1 ops in every form; n elements read (tree: 2n), and few totals.
 * Try it: forget the last element of an odd level (2 * i + 1 < n - 1) and
 * run `scanlab verify reduce:tree -d simt --source kernel.cu`.
 * Source: OpenCL course day 3 (tree, group and chunked reduction).
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#define TREE    0
#define GROUP   1
#define CHUNKED 2
#define OWN     3
#define STREAM  4
#define ATOMICS 5
#ifndef FORM
#define FORM GROUP
#endif

#ifndef STRIDED
#define STRIDED 0 /* 1: own reads as it should not */
#endif

#if FORM == STREAM

typedef T given;

DEVICE T element_of(const given *x)
{
    return fetch(x);
}

#include "applications/reduction/reduce_stream.h"

extern __shared__ uint4 units[]; /* buffers, folds */

__global__ void __launch_bounds__(BLOCK, 1)
    reduce_chunks_at_once(const T *in, T *out, uint64_t n, T *totals,
                          uint32_t *counter, uint32_t pieces,
                          uint32_t stages)
{
    __shared__ struct told told;
    __shared__ struct barrier landed[WARPS * MAX_STAGES];
    struct stream stream;

    stream.stages = stages;
    stream.ring = (given *)units;
    stream.landed = landed;
    reduce_stream(in, n, pieces, out, totals, counter, &stream, &told);
}

#else

#include "tile_scan.h" /* BLOCK threads, M elements for each */

#if FORM == TREE

/* Thread i joins elements 2i and 2i + 1; the last may have no partner. */
__global__ void __launch_bounds__(BLOCK)
    reduce_pairs(const T *in, T *out, uint64_t n)
{
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK * 2;
    const uint64_t i = begin / 2 + threadIdx.x;

    TRACE_TICKET(blockIdx.x, begin,
                 n - begin < BLOCK * 2 ? n - begin : BLOCK * 2);
    TRACE_PHASE(reduce);
    if (2 * i + 1 < n)
        out[i] = op(in[2 * i], in[2 * i + 1]);
    else if (2 * i < n)
        out[i] = in[2 * i];
    else if (i == 0) /* n = 0 */
        out[0] = identity();
}

#else

extern __shared__ uint4 units[]; /* of all windows, for tile_scan.h */

/* Where elements come from (reduce_block.h). */
struct source
{
    const T *in;
};

#include "applications/reduction/reduce_block.h"

DEVICE void load_own(struct source from, uint64_t at, int count,
                     union own *mine)
{
    load_window(from.in + at, count, mine);
}

#if FORM == GROUP

__global__ void __launch_bounds__(BLOCK)
    reduce_groups(const T *in, T *out, uint64_t n)
{
    __shared__ T fold[WARPS];
    const struct source from = {in};

    reduce_block(from, out, n, WINDOW, fold);
}

#elif FORM == ATOMICS || FORM == OWN
#include "applications/reduce/otherwise.h"
#else

/* chunk: elements per warp, in whole windows. */
__global__ void __launch_bounds__(BLOCK)
    reduce_chunks(const T *in, T *out, uint64_t n, uint64_t chunk)
{
    __shared__ T fold[WARPS];
    const struct source from = {in};

    reduce_block(from, out, n, chunk, fold);
}

#endif
#endif
#endif
