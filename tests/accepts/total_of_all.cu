/* total_of_all.cu - each section stores its total, even the last or only
 * section.
 *
 * shape: textbooks' scans of section totals, whose kernel does not single out the top level
 * algorithm: kogge_stone:block=32
 * options: -n 1,5,32,33,70,1100
 * broken: s/totals.blockIdx.x. =/totals[0] =/
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t at = (uint64_t)blockIdx.x * BLOCK + i;

    cell[i] = at < n ? in[at] : identity();
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        T sum = cell[i];
        if (i >= d)
            sum = op(cell[i - d], sum);
        __syncthreads();
        cell[i] = sum;
    }
    __syncthreads();
    if (at < n)
        out[at] = !EXCLUSIVE ? cell[i] : i > 0 ? cell[i - 1] : identity();
    if (i == BLOCK - 1)
        totals[blockIdx.x] = cell[i];
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t at = section * BLOCK + threadIdx.x;
    const T before = sums[EXCLUSIVE ? section : section - 1];

    if (at < n)
        out[at] = op(before, out[at]);
}
