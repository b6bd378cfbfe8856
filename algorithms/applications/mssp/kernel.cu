/* kernel.cu - maximum segment sum: numbers become elements in registers, and
 * are reduced there, in order; four forms.
 *
 *     in        1 -2  3  4 | -1  5 -6  1          tiles of 4
 *     totals            7       5                 best of each tile, and 3 more
 *     out              11                         3 + 4 - 1 + 5
 *
 * An element of mss_i32 is four sums, 16 bytes, and stands for a number of 4
 * bytes. A separate kernel for the map would write these 16 bytes, and the
 * reduction would read them again: here a number is read once, and nothing else
 * is moved.
 *
 *     group     a block for each tile (reduce_block.h), then launch by launch
 *               256 totals by each block (reduce_tiles of entries.h)
 *     stream    a block for each multiprocessor (reduce_stream.h), one launch
 *     chunked   a chunk of consecutive numbers for each warp of at most
 *               `blocks` blocks; the totals as in group
 *     tree      pairs of numbers become elements, then each launch halves the
 *               array
 *
 * Cost: n - 1 ops; n numbers read; few totals.
 * Try it: `scanlab measure mssp reduce -d simt -n 2^14`.
 * Source: OpenCL course day 3, "Maximum Segment Sum", exercise 1.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "map.h" /* map() */

#define GROUP   0
#define STREAM  1
#define CHUNKED 2
#define TREE    3
#ifndef FORM
#define FORM GROUP
#endif

extern __shared__ uint4 units[]; /* windows of numbers; buffers, folds */

#if FORM == STREAM

typedef int32_t given;

DEVICE T element_of(const given *x)
{
    return map(*x);
}

#include "applications/reduction/reduce_stream.h"

__global__ void __launch_bounds__(BLOCK, 1)
    map_chunks_at_once(const int32_t *in, T *out, uint64_t n, T *totals,
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

#elif FORM == TREE

/* Thread i joins the elements of numbers 2i and 2i + 1; the last may have no
 * partner. */
__global__ void __launch_bounds__(BLOCK)
    map_pairs(const int32_t *in, T *out, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (2 * i + 1 < n)
        out[i] = op(map(in[2 * i]), map(in[2 * i + 1]));
    else if (2 * i < n)
        out[i] = map(in[2 * i]);
    else if (i == 0) /* n = 0 */
        out[0] = identity();
}

/* The same for elements. */
__global__ void __launch_bounds__(BLOCK)
    reduce_pairs(const T *in, T *out, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (2 * i + 1 < n)
        out[i] = op(in[2 * i], in[2 * i + 1]);
    else if (2 * i < n)
        out[i] = in[2 * i];
}

#else

#include "tile_scan.h" /* BLOCK threads, M elements for each */

/* Where elements come from (reduce_block.h). */
struct source
{
    const int32_t *numbers;
};

#include "applications/reduction/reduce_block.h"

enum {
    FOURS = M / 4, /* per lane, if a lane has whole fours */
    WINDOW_FOURS = WINDOW / 4 + WINDOW / 32 /* with a gap after each eight */
};

/* For a full window: lanes load neighbouring fours, and read their own. */
DEVICE void exchange_fours(const int32_t *numbers, int32_t own[M])
{
    uint4 *const window = units + (int)threadIdx.x / WARP * WINDOW_FOURS;
    const int lane = lane_of_thread();
    uint4 four[FOURS > 0 ? FOURS : 1];

    UNROLLED
    for (int j = 0; j < FOURS; j++)
        four[j] = ((const uint4 *)numbers)[j * WARP + lane];
    if (FORM == CHUNKED)
        __syncwarp(); /* [5] all lanes have read the window before */
    UNROLLED
    for (int j = 0; j < FOURS; j++)
        window[(j * WARP + lane) * 9 / 8] = four[j];
    __syncwarp(); /* [4] all lanes have written before any reads */
    UNROLLED
    for (int j = 0; j < FOURS; j++)
        four[j] = window[(lane * FOURS + j) * 9 / 8];
    for (int j = 0; j < FOURS; j++) {
        own[4 * j] = (int32_t)four[j].x;
        own[4 * j + 1] = (int32_t)four[j].y;
        own[4 * j + 2] = (int32_t)four[j].z;
        own[4 * j + 3] = (int32_t)four[j].w;
    }
}

/* Lanes exchange the numbers, not the elements that they become. A warp has one
 * window. */
DEVICE void load_own(struct source from, uint64_t at, int count,
                     union own *mine)
{
    const int32_t *const numbers = from.numbers + at;
    int32_t own[M];

    if (M % 4 == 0 && count == WINDOW && (uint64_t)numbers % 16 == 0)
        exchange_fours(numbers, own);
    else
        for (int i = 0; i < M; i++)
            own[i] = i < own_of(count) ? numbers[lane_of_thread() * M + i] : 0;
    for (int i = 0; i < M; i++)
        mine->x[i] = map(own[i]);
}

#if FORM == GROUP

__global__ void __launch_bounds__(BLOCK)
    map_groups(const int32_t *in, T *out, uint64_t n)
{
    __shared__ T fold[WARPS];
    const struct source from = {in};

    reduce_block(from, out, n, WINDOW, fold);
}

#else

/* chunk: numbers per warp, in whole windows. */
__global__ void __launch_bounds__(BLOCK)
    map_chunks(const int32_t *in, T *out, uint64_t n, uint64_t chunk)
{
    __shared__ T fold[WARPS];
    const struct source from = {in};

    reduce_block(from, out, n, chunk, fold);
}

#endif
#endif
