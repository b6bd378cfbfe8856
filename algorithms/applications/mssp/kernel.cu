/* kernel.cu - maximum segment sum: numbers become elements in registers, and
 * are reduced there, in order.
 *
 *     in        1 -2  3  4 | -1  5 -6  1          pieces of 4
 *     totals            7       5                 best of each piece, and more
 *     out              11                         3 + 4 - 1 + 5
 *
 * An element of mss_i32 is four sums, 16 bytes, and stands for a number of 4.
 * A kernel of its own for the map would write these 16 bytes, and the
 * reduction read them again: here a number is read once, and nothing else is
 * moved. The block that ends last reduces the totals.
 *
 * How a block reduces its chunk stands in reduce_stream.h.
 *
 * Cost: n - 1 ops; n numbers read; few totals.
 * Try it: `scanlab measure mssp reduce -d simt -n 2^14`.
 * Source: OpenCL course day 3, "Maximum Segment Sum", exercise 1.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "map.h" /* map() */

typedef int32_t given;

DEVICE T element_of(const given *x)
{
    return map(*x);
}

#include "applications/reduce_stream.h"

extern __shared__ uint4 units[]; /* buffers, folds */

__global__ void __launch_bounds__(BLOCK, 1)
    map_chunks_at_once(const int32_t *in, T *out, uint64_t n, T *totals,
                       uint32_t *counter, uint32_t pieces,
                       uint32_t stages)
{
    __shared__ struct told told;
    __shared__ struct barrier landed[WARPS * MOST_STAGES];
    struct stream stream;

    stream.stages = stages;
    stream.ring = (given *)units;
    stream.landed = landed;
    reduce_stream(in, n, pieces, out, totals, counter, &stream, &told);
}
