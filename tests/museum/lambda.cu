/* lambda.cu - a lambda reads cells, and no barrier precedes the next writes.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on cell[
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const auto combine = [](T a, T b) { return op(a, b); };

    cell[i] = i < (int)n ? in[i] : identity();
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        T sum = cell[i];
        if (i >= d)
            sum = combine(cell[i - d], cell[i]);
#ifdef MENDED
        __syncthreads();
#endif
        cell[i] = sum;
        __syncthreads();
    }
    if (i < (int)n)
        out[i] = !EXCLUSIVE ? cell[i] : i ? cell[i - 1] : identity();
}
