/* block-sum-counters.cu - loops count i but use k.
 *
 * Lines 6-7 and 8-9 of the listing do this; in lines 13-14 and 15-16,
 * conversely, the loops count k but use i.
 *
 * found in: Euro-Par 2022, listing 8, lines 6-9 and 13-16
 * algorithm: kogge_stone:block=32
 * options: -n 16
 * verdict: not judged
 * says: block-sum-counters.cu:...: error: 'k' was not declared
 * clang says: block-sum-counters.cu:...: error: use of undeclared
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T up1[8];

    for (int i = 0; i < 8; i++)
        up1[k] = op(in[2 * i], in[2 * i + 1]);
}
