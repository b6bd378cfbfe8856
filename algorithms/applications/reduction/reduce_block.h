/* reduce_block.h - how a block reduces a tile, in order: shared by the kernels
 * that reduce (reduce, mssp, dotprod).
 *
 *     | warp 0: abcd | warp 1: efgh |  -> a..h   by block 0
 *     | warp 0: ijkl | warp 1: mn   |  -> i..n   by block 1
 *
 * A warp has a chunk of consecutive elements, over which a window of 32 * M
 * slides:
 *
 *     [a b c d] e f g h  i j k l      neighbouring lanes read neighbouring
 *      a b c d [e f g h] i j k l      elements, and the order is kept
 *
 * tile_scan.h (steps 1 and 2) explains how a warp loads a window and exchanges
 * it, so that each lane has M consecutive elements.
 *
 * The kernel defines what is in a window. Before it includes this file, it
 * defines its dynamic shared memory and where elements come from; afterwards,
 * how each lane gets its own:
 *
 *     extern __shared__ uint4 units[];
 *     struct source { const T *in; };
 *     DEVICE void load_own(struct source from, uint64_t at, int count,
 *                          union own *mine);
 *
 * which all lanes of a warp call, for the `count` elements of a window that
 * begins at `at`; most kernels use load_window(). Included after tile_scan.h.
 */
#ifndef REDUCE_BLOCK_H
#define REDUCE_BLOCK_H

enum { WINDOW = WARP * M };

DEVICE void load_own(struct source from, uint64_t at, int count,
                     union own *mine);

/* Called by all lanes of a warp, with 1 to WINDOW elements: each lane gets
 * its own. */
DEVICE void load_window(const T *in, int count, union own *mine)
{
    struct unit *const stretch = stretch_in(units);

    if (count == WINDOW && is_aligned(in))
        load_units(in, stretch);
    else
        load_elements(in, count, stretch);
    __syncwarp(); /* [1] all lanes have written before any reads */
    for (int j = 0; j < UNITS; j++)
        mine->unit[j] = stretch[place(lane_of_thread() * UNITS + j)];
    __syncwarp(); /* [2] all have read before the next window comes */
}

/* How many of a window's elements belong to this lane; none if below 1. */
DEVICE int own_of(int count)
{
    return count - lane_of_thread() * M;
}

/* Called by the same lanes. Lane 0 gets their fold: each lane reduces its own
 * elements, then a tree joins them (reduce_warp of entries.h). */
DEVICE T reduce_count(struct source from, uint64_t at, int count)
{
    const int own = own_of(count);
    union own mine;

    load_own(from, at, count, &mine);
    T sum = mine.x[0];
    for (int i = 1; i < M; i++)
        if (i < own)
            sum = op(sum, mine.x[i]);
    return reduce_warp(sum, (count + M - 1) / M);
}

/* Reduces the first window of the `rest` remaining elements. A full window is
 * compiled separately, without bounds checks. */
DEVICE T reduce_window(struct source from, uint64_t at, uint64_t rest)
{
    return rest >= WINDOW ? reduce_count(from, at, WINDOW)
                          : reduce_count(from, at, (int)rest);
}

/* The same for n > 0 elements: the window slides over them. */
DEVICE T reduce_chunk(struct source from, uint64_t begin, uint64_t n)
{
    T sum = reduce_window(from, begin, n);

    for (uint64_t at = WINDOW; at < n; at += WINDOW) {
        const T next = reduce_window(from, begin + at, n - at);
        if (lane_of_thread() == 0)
            sum = op(sum, next);
    }
    return sum;
}

/* Called by all threads of a block: thread 0 gets the fold of the `count`
 * elements that begin at `first`, with a chunk for each warp; the identity if
 * there are none. */
DEVICE T reduce_by_block(struct source from, uint64_t first, uint64_t count,
                         uint64_t chunk, T fold[WARPS])
{
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_thread();
    const int warps = (int)((count + chunk - 1) / chunk); /* with elements */
    const uint64_t begin = warp * chunk;
    T sum = identity();

    TRACE_PHASE(reduce); /* window by window: load, reduce */
    if (warp < warps) {
        const uint64_t own = count - begin < chunk ? count - begin : chunk;
        sum = reduce_chunk(from, first + begin, own);
        if (lane == 0)
            fold[warp] = sum;
    }
    __syncthreads(); /* [3] warp 0 waits for the folds of all warps */
    if (warp == 0)
        sum = reduce_warp(lane < warps ? fold[lane] : identity(), warps);
    return sum;
}

/* out[b] becomes the fold of block b's chunks, of which at least one has
 * elements. If n = 0, one block stores the identity. */
DEVICE void reduce_block(struct source from, T *out, uint64_t n, uint64_t chunk,
                         T fold[WARPS])
{
    const uint64_t first = blockIdx.x * (WARPS * chunk);
    const uint64_t rest = n - first;
    const uint64_t count = rest < WARPS * chunk ? rest : WARPS * chunk;

    next_launch_may_begin(); /* it waits for this one before it reads */
    wait_for_launch_before();
    TRACE_TICKET(blockIdx.x, first, count);
    const T sum = reduce_by_block(from, first, count, chunk, fold);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
        TRACE_PUBLISH(blockIdx.x, TRACE_A, sum);
    }
}

#endif
