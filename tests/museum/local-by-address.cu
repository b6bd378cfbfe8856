/* local-by-address.cu - all threads use thread 0's own array, by its address.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: out of bounds: ...writes 4 bytes of another thread's own variable
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
#ifdef MENDED
    __shared__ T own[BLOCK];
#else
    T own[BLOCK];
#endif
    __shared__ T *cell;
    const int i = (int)threadIdx.x;

    if (i == 0)
        cell = own;
    __syncthreads();
    if (i < (int)n)
        cell[i] = in[i];
    __syncthreads();
    if (i == 0)
        for (int k = 1; k < (int)n; k++)
            cell[k] = op(cell[k - 1], cell[k]);
    __syncthreads();
    if (i < (int)n)
        out[i] = !EXCLUSIVE ? cell[i] : i > 0 ? cell[i - 1] : identity();
}
