/* kernel.cu - dot product: the fold of products, in order; two forms.
 *
 *     a          2 -1 -1  2 | -1  3
 *     b          1  2  2  3 |  4  4         tiles of 4
 *     products   2 -2 -2  6 | -4 12
 *     totals              4 |     8
 *     out        12
 *
 * fused: in multiply_groups a block loads its tile of both arrays, multiplies
 * in registers and reduces. unfused: a separate launch, multiply, writes the
 * products, and the next launches read them again. In both forms, reduce_groups
 * reduces the totals, launch by launch.
 *
 * reduce_block.h explains how a block reduces its tile.
 *
 * Cost: n - 1 ops; 2n read (unfused: 3n read, n written), and few totals.
 * Try it: multiply b by a (swap the two) and run
 * `scanlab verify dotprod -d simt --source kernel.cu`.
 * Source: OpenCL course day 3, "Map Fusion", "Reduce".
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "product.h"   /* times() */
#include "tile_scan.h" /* BLOCK threads, M elements for each */

#define UNFUSED 0
#define FUSED   1
#ifndef FORM
#define FORM FUSED
#endif

extern __shared__ uint4 units[]; /* of all windows, for tile_scan.h */

/* Where elements come from (reduce_block.h): a's, or products. */
struct source
{
    const T *a;
    const T *b; /* NULL: only a's elements */
};

#include "applications/reduction/reduce_block.h"

DEVICE void load_own(struct source from, uint64_t at, int count,
                     union own *mine)
{
    union own other;

    load_window(from.a + at, count, mine);
    if (!from.b)
        return;
    load_window(from.b + at, count, &other);
    for (int i = 0; i < M; i++)
        if (i < own_of(count))
            mine->x[i] = times(mine->x[i], other.x[i]);
}

#if FORM == FUSED

__global__ void __launch_bounds__(BLOCK)
    multiply_groups(const T *a, const T *b, T *out, uint64_t n)
{
    __shared__ T fold[WARPS];
    const struct source from = {a, b};

    reduce_block(from, out, n, WINDOW, fold);
}

#else

/* Neighbouring threads multiply neighbouring elements. */
__global__ void __launch_bounds__(BLOCK)
    multiply(const T *a, const T *b, T *products, uint64_t n)
{
    const uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x;

    for (int row = 0; row < M; row++)
        if (first + row * BLOCK < n)
            products[first + row * BLOCK] =
                times(a[first + row * BLOCK], b[first + row * BLOCK]);
}

#endif

__global__ void __launch_bounds__(BLOCK)
    reduce_groups(const T *in, T *out, uint64_t n)
{
    __shared__ T fold[WARPS];
    const struct source from = {in, NULL};

    reduce_block(from, out, n, WINDOW, fold);
}
