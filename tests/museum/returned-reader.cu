/* returned-reader.cu - a lane reads a cell and returns before the others synchronise.
 * The others synchronise without that lane, and then one of them writes the
 * cell.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on cell[0]
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;

    cell[i] = i < (int)n ? in[i] : identity();
    __syncwarp();
    T sum = cell[0];
    for (int k = 1; k <= i; k++)
        sum = op(sum, cell[k]);
    T before = identity();
    for (int k = 0; k < i; k++)
        before = k > 0 ? op(before, cell[k]) : cell[0];
    if (i < (int)n)
        out[i] = EXCLUSIVE ? before : sum;
#ifdef MENDED
    __syncwarp();
#endif
    if (i == 31)
        return;
    __syncwarp();
    if (i == 0)
        cell[0] = sum;
}
