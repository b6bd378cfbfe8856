/* reduce_stream.h - a reduction at the speed of memory, in order: shared by
 * kernels with persistent blocks, whose warps always have pieces in flight
 * (reduce, mssp).
 *
 *     chunk of block 0              | chunk of block 1
 *     piece  0   1   2   3   4   5  | 0   1   2  ...      32 * RUN elements
 *     warp   0   1   2   0   1   2  | 0   1   2  ...
 *     fold  a.. b.. c.. d.. e.. f.. |                     one for each piece
 *
 * A warp has a few buffers, and a bulk copy in flight for each (bulk.h). The
 * warp waits for the oldest copy; each lane reduces a run of RUN elements,
 * which are side by side; the buffer is filled again; and a tree over the lanes
 * gives the fold of the piece. So pieces are read in order, neighbours
 * together, and no warp waits for another one until the chunk is done: then the
 * folds of all pieces, in shared memory, are reduced. The last block to finish
 * reduces the blocks' totals (is_last_block()).
 *
 * RUN is odd, so that the lanes' runs begin in different banks.
 *
 * Dynamic shared memory: the buffers of all warps, then the folds.
 *
 * A kernel defines the type in memory, and the element that it stands for:
 *
 *     typedef T given;
 *     DEVICE T element_of(const given *x);
 */
#ifndef REDUCE_STREAM_H
#define REDUCE_STREAM_H

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16 /* RUN is this, or one more if it is even */
#endif

#include "bulk.h"
#include "last_block.h"

enum {
    RUN = ITEMS | 1,
    PIECE = RUN * WARP,
    WARPS = BLOCK / WARP,
    MAX_STAGES = 8
};

/* A block's chunk, and the block's arrays in shared memory. */
struct stream {
    const given *in; /* the chunk's first */
    uint64_t n;
    uint32_t pieces;
    uint32_t stages; /* buffers per warp */
    given *ring;     /* buffers of all warps */
    T *fold;         /* one for each piece */
    struct barrier *landed;
};

DEVICE int count_of_piece(const struct stream *s, uint32_t piece)
{
    const uint64_t rest = s->n - (uint64_t)piece * PIECE;

    return rest < PIECE ? (int)rest : PIECE;
}

/* Called by a warp: starts the copy of a piece to the buffer. */
DEVICE void bring(const struct stream *s, uint32_t piece, given *buffer,
                  struct barrier *landed)
{
    const given *const from = s->in + (uint64_t)piece * PIECE;
    const int count = count_of_piece(s, piece);

    if (count == PIECE && (uint64_t)from % BULK_UNIT == 0) {
        bulk_load(buffer, from, PIECE * sizeof(given), landed);
        return;
    }
    for (int k = lane_of_thread(); k < count; k += WARP)
        buffer[k] = from[k];
    __syncwarp(); /* [5] lane 0 arrives for all */
    if (lane_of_thread() == 0)
        barrier_arrive(landed);
}

/* Reduces the lane's run of a piece of `count` elements. */
DEVICE T reduce_run(const given *buffer, int count)
{
    const given *const run = buffer + lane_of_thread() * RUN;
    const int own = count - lane_of_thread() * RUN; /* below 1: none */
    T sum = own > 0 ? element_of(&run[0]) : identity();

    for (int i = 1; i < RUN; i++)
        if (i < own)
            sum = op(sum, element_of(&run[i]));
    return sum;
}

/* Reduces every WARPS-th piece of the chunk. */
DEVICE void reduce_pieces(const struct stream *s)
{
    const uint32_t warp = threadIdx.x / WARP;
    given *const ring = s->ring + warp * s->stages * PIECE;
    struct barrier *const landed = s->landed + warp * s->stages;
    uint32_t stage = 0, parity = 0;

    for (uint32_t k = 0; k < s->stages && warp + k * WARPS < s->pieces; k++)
        bring(s, warp + k * WARPS, ring + k * PIECE, &landed[k]);
    for (uint32_t piece = warp; piece < s->pieces; piece += WARPS) {
        const int count = count_of_piece(s, piece);
        const uint32_t next = piece + s->stages * WARPS;
        given *const buffer = ring + stage * PIECE;
        barrier_wait(&landed[stage], parity);
        const T mine = count == PIECE ? reduce_run(buffer, PIECE)
                                      : reduce_run(buffer, count);
        __syncwarp(); /* [6] all lanes have read before it is filled again */
        if (next < s->pieces)
            bring(s, next, buffer, &landed[stage]);
        const T sum = reduce_warp(mine, (count + RUN - 1) / RUN);
        if (lane_of_thread() == 0)
            s->fold[piece] = sum;
        stage = stage + 1 < s->stages ? stage + 1 : 0;
        parity ^= stage == 0;
    }
}

/* Each block reduces a chunk of `pieces` pieces; totals[b] becomes its fold,
 * and out[0] that of all. If n = 0, there is one block, without pieces. */
DEVICE void reduce_stream(const given *in, uint64_t n, uint32_t pieces, T *out,
                          T *totals, uint32_t *counter, struct stream *s,
                          struct told *told)
{
    s->fold = (T *)(s->ring + (uint64_t)WARPS * s->stages * PIECE);
    const uint64_t first = (uint64_t)blockIdx.x * pieces * PIECE;
    const uint64_t rest = n - first, most = (uint64_t)pieces * PIECE;

    s->in = in + first;
    s->n = rest < most ? rest : most;
    s->pieces = (uint32_t)((s->n + PIECE - 1) / PIECE);
    for (uint32_t k = threadIdx.x; k < WARPS * s->stages; k += BLOCK)
        barrier_init(&s->landed[k], 1);
    __syncthreads(); /* [7] the barriers are initialised */
    TRACE_TICKET(blockIdx.x, first, s->n);
    TRACE_PHASE(reduce);
    reduce_pieces(s);
    __syncthreads(); /* [8] all pieces have their folds */
    const T sum = reduce_by_warps(s->fold, s->pieces, told);
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = sum;
        TRACE_PUBLISH(blockIdx.x, TRACE_A, sum);
    }
    if (is_last_block(counter, told)) {
        const T all = reduce_by_warps(totals, gridDim.x, told);
        if (threadIdx.x == 0)
            out[0] = all;
    }
}

#endif
