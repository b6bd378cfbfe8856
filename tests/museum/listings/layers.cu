/* layers.cu - the functional listings 2 and 3, without their misprints.
 *
 *     input     a   b   c   d
 *     up[0]     ab      cd          each layer has the sums of the pairs
 *     up[1]     abcd                of the layer before
 *     down[1]   0
 *     down[0]   0       ab          of each pair, from what is before it:
 *     output    0   a   ab  abc     that, and that with the left one
 *
 * Each layer of down is made from the next smaller layer of down and from the
 * layer of up that has its own size, twice that of the smaller layer. The
 * output is made from down[0] and the input. One block.
 *
 * Source: Euro-Par 2022, listings 2 and 3, and section 3.2.
 */
#include "gpu.h"

enum { LAYERS = 5 }; /* log2(BLOCK) */

/* The exclusive scan of a pair, from what is before it. */
DEVICE void scan_pair(T before, T left, T *to)
{
    to[0] = before;
    to[1] = op(before, left);
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T input[BLOCK], output[BLOCK];
    __shared__ T up[LAYERS][BLOCK / 2], down[LAYERS][BLOCK / 2];
    const int t = (int)threadIdx.x;

    input[t] = t < n ? in[t] : identity();
    for (int d = 0; d < LAYERS; d++) {
        const T *const layer = d == 0 ? input : up[d - 1];
        __syncthreads(); /* the layer is there */
        if (t < BLOCK >> (d + 1))
            up[d][t] = op(layer[2 * t], layer[2 * t + 1]);
    }
    if (t == 0)
        down[LAYERS - 1][0] = identity();
    for (int d = LAYERS - 1; d > 0; d--) {
        const T *const layer = up[d - 1];
        __syncthreads(); /* down[d] is there */
        if (t < BLOCK >> (d + 1))
            scan_pair(down[d][t], layer[2 * t], down[d - 1] + 2 * t);
    }
    __syncthreads(); /* down[0] is there */
    if (t < BLOCK / 2)
        scan_pair(down[0][t], input[2 * t], output + 2 * t);
    __syncthreads(); /* the scan is there */
    if (t < n) /* the listing's scan is exclusive */
        out[t] = EXCLUSIVE ? output[t] : op(output[t], input[t]);
}
