/* sweeps.cu - the two sweeps of listings 2 and 3, without their misprints.
 *
 *     input     a   b    c    d
 *     d = 0     a   ab   c    cd      node k: its left half ends at
 *     d = 1     a   ab   c    abcd    k + 2^d - 1, it at k + 2^(d+1) - 1
 *     sum       abcd, and the root becomes 0
 *     d = 1     a   0    c    ab      down: to the left half what is
 *     d = 0     0   a    ab   abc     before the node, to the right one
 *                                     that and the left half's sum
 *
 * Thread t has the node k = t * 2^(d+1). An inclusive scan is the same array
 * shifted one place to the left, with the sum at its end. One block.
 *
 * Source: Euro-Par 2022, listings 2 and 3.
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T x[BLOCK + 1]; /* and the sum */
    const int t = (int)threadIdx.x;

    x[t] = t < n ? in[t] : identity();
    for (int d = 0; 1 << d < BLOCK; d++) {
        const int k = t << (d + 1);
        __syncthreads(); /* the level below is written */
        if (k < BLOCK)
            x[k + (2 << d) - 1] =
                op(x[k + (1 << d) - 1], x[k + (2 << d) - 1]);
    }
    __syncthreads(); /* the root is written */
    if (t == 0) {
        x[BLOCK] = x[BLOCK - 1];
        x[BLOCK - 1] = identity();
    }
    for (int d = 31 - __clz(BLOCK) - 1; d >= 0; d--) {
        const int k = t << (d + 1);
        __syncthreads(); /* the level above is written */
        if (k < BLOCK) {
            const T left = x[k + (1 << d) - 1];
            x[k + (1 << d) - 1] = x[k + (2 << d) - 1];
            x[k + (2 << d) - 1] = op(x[k + (2 << d) - 1], left);
        }
    }
    __syncthreads(); /* the leaves are written */
    if (t < n)
        out[t] = x[t + !EXCLUSIVE];
}
