/* kernel.cu - Hillis-Steele: Kogge-Stone's steps over the whole array,
 * one launch for each.
 *
 *     in, copied   a   b    c     d      e       to the second array
 *     stride 1     a   ab   bc    cd     de      to out
 *     stride 2     a   ab   abc   abcd   bcde    to the second array
 *     stride 4     a   ab   abc   abcd   abcde   to out
 *
 * A step needs all old values, of all blocks. No barrier reaches beyond
 * a block; a launch begins when the one before it has ended. So each
 * step is a launch, and reads one array and writes another. The last launch
 * must write to out, and the first one must not, since in may be out. An even
 * number of launches satisfies both. So if the number of steps is odd, a plain
 * copy, a step of stride n, comes before them.
 *
 * An exclusive scan is the inclusive scan of all elements but the last,
 * one place further right.
 *
 * Cost: ceil(log2 n) steps, n*log2(n) - (n-1) ops for n = 2^k. A step
 * reads two elements for each that it writes: 3n traffic, of which a
 * cache may save n.
 * Source: Hillis and Steele, Data Parallel Algorithms, CACM 29 (1986).
 * Try it: `scanlab measure hillis_steele kogge_stone -d simt -n 2^16`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 256 /* threads */
#endif

/* n sums, to to[EXCLUSIVE] and on. Cells below the stride are final. */
__global__ void one_step(const T *from, T *to, uint64_t n,
                         uint64_t stride)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;

    if (i < n)
        to[EXCLUSIVE + i] =
            i < stride ? from[i] : op(from[i - stride], from[i]);
    if (EXCLUSIVE && i == 0) /* after from[0], which may be to[0] */
        to[0] = identity();
}
