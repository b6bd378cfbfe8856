/* once.h - look-ahead for a small n: one generation, in registers.
 *
 * Each block has one tile, and reads the aggregates of the tiles before it. A
 * warp has rows of WARP * WIDE elements, and each lane has WIDE adjacent
 * elements in each row:
 *
 *     row 0   | lane 0 | lane 1 | ...     WIDE elements are 16 bytes
 *     row 1   | lane 0 | lane 1 | ...
 */
#ifndef LOOKAHEAD_ONCE_H
#define LOOKAHEAD_ONCE_H

#include "lookahead/board.h"
#include "bulk.h"

#ifndef BLOCK
#define BLOCK 512 /* threads of scan_once */
#endif

enum {
    BLOCK_WARPS = BLOCK / WARP,
    WIDE = sizeof(T) <= 4   ? 4
           : sizeof(T) == 8 ? 2
                            : 1,
    ROW = WIDE * WARP
};

/* Waits for the tiles before this block's, of which there are at most ROUND,
 * and reduces them. */
DEVICE T look_at_tiles_before(const struct board *board)
{
    const int lane = lane_of_thread(), tiles = (int)blockIdx.x;
    const int left = tiles - lane * AHEAD; /* none for this lane if below 1 */
    const int lanes = (tiles + AHEAD - 1) / AHEAD;
    T x[AHEAD], sum = identity();

    wait_for_tiles(board, 0, left < AHEAD ? left : AHEAD, x);
    for (int k = 0; k < AHEAD; k++)
        if (k < left)
            sum = k > 0 ? op(sum, x[k]) : x[k];
    return shuffle_from(scan_warp(sum, lanes), lanes - 1);
}

/* ---------------------------------------------------------------- in, out */

/* A lane's elements, 16 bytes at a time if possible. */
union wide {
    T x[WIDE];
    uint4 all[(sizeof(T) * WIDE + 15) / 16];
    uint32_t word[(sizeof(T) * WIDE + 15) / 16 * 4];
};

DEVICE bool is_wide(const T *p)
{
    return sizeof(T) * WIDE % 16 == 0 && past_unit(p) == 0;
}

DEVICE void store_wide(T *out, const union wide row[MAX_ROWS], const int rows)
{
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < (int)(sizeof row[0] / 16); k++)
            store_16_bytes((uint4 *)(out + r * ROW) + k, &row[r].word[4 * k]);
}

/* `left`: elements from `out` to the end, as a signed number. */
DEVICE void store_narrow(T *out, int64_t left, const union wide row[MAX_ROWS],
                         const int rows)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < WIDE; i++)
            if (r * ROW + i < left)
                out[r * ROW + i] = row[r].x[i];
}

/* -------------------------------------------------------------- a tile */

DEVICE void scan_rows(const T *in, T *out, uint64_t n, const T *carry,
                      const struct board *board, T totals[BLOCK_WARPS],
                      T *shared_before, const int rows)
{
    const int lane = lane_of_thread(), warp = (int)threadIdx.x / WARP;
    const uint64_t tile = (uint64_t)BLOCK_WARPS * rows * ROW;
    const uint64_t begin =
        blockIdx.x * tile + (uint64_t)warp * rows * ROW + (uint64_t)lane * WIDE;
    const bool whole = (blockIdx.x + 1) * tile <= n;
    union wide row[MAX_ROWS];
    T upto[MAX_ROWS];

    TRACE_TICKET(blockIdx.x, blockIdx.x * tile,
                 whole ? tile : n - blockIdx.x * tile);
    TRACE_PHASE(load);
    for (int r = 0; r < rows; r++) {
        const T *const from = in + begin + r * ROW;
        if (whole && is_wide(in))
            for (int k = 0; k < (int)(sizeof row[0] / 16); k++)
                row[r].all[k] = ((const uint4 *)from)[k];
        else
            for (int i = 0; i < WIDE; i++)
                row[r].x[i] = begin + r * ROW + i < n ? from[i] : identity();
    }
    TRACE_PHASE(scan);
    for (int r = 0; r < rows; r++) {
        upto[r] = row[r].x[0];
        for (int i = 1; i < WIDE; i++)
            upto[r] = op(upto[r], row[r].x[i]);
    }
    for (int stride = 1; stride < WARP; stride *= 2)
        for (int r = 0; r < rows; r++) {
            const T left = shuffle_up(upto[r], stride);
            if (lane >= stride)
                upto[r] = op(left, upto[r]);
        }
    T total = shuffle_from(upto[0], WARP - 1);
    for (int r = 1; r < rows; r++)
        total = op(total, shuffle_from(upto[r], WARP - 1));
    if (lane == 0)
        totals[warp] = total;
    __syncthreads(); /* all wait for the totals of all warps */

    /* Each warp computes for itself what comes before it. */
    TRACE_PHASE(look_back);
    const T warps = scan_warp(totals[lane % BLOCK_WARPS], BLOCK_WARPS);
    if (gridDim.x > 1) {
        if (threadIdx.x == BLOCK_WARPS - 1) {
            publish(board, 0, blockIdx.x, warps);
            TRACE_PUBLISH(blockIdx.x, TRACE_A, warps);
        }
        if (warp == 0 && blockIdx.x > 0) {
            const T before = look_at_tiles_before(board);
            if (lane < (int)blockIdx.x) /* a tile that has been read */
                TRACE_LOOK(blockIdx.x - 1 - lane, TRACE_A);
            if (lane == 0)
                *shared_before = before;
        }
        __syncthreads(); /* all wait for what warp 0 has read */
    }
    T front = carry ? *carry : identity();
    if (blockIdx.x > 0)
        front = op(front, *shared_before);
    const T left_warps = shuffle_from(warps, warp > 0 ? warp - 1 : 0);
    if (warp > 0)
        front = op(front, left_warps);

    TRACE_PHASE(store);
    for (int r = 0; r < rows; r++) {
        const T left = shuffle_up(upto[r], 1);
        const T fold = shuffle_from(upto[r], WARP - 1);
        T sum = lane > 0 ? op(front, left) : front;
        for (int i = 0; i < WIDE; i++) {
            const T next = op(sum, row[r].x[i]);
            row[r].x[i] = EXCLUSIVE ? sum : next;
            sum = next;
        }
        if (r + 1 < rows)
            front = op(front, fold);
    }
    if (whole && is_wide(out))
        store_wide(out + begin, row, rows);
    else
        store_narrow(out + begin, (int64_t)(n - begin), row, rows);
}

#endif
