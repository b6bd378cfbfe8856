/* byte-flag.cu - threads race on a bool.
 *
 * Thread 0 clears `any` while other threads set it. Here thread 0 sets
 * it again, so the result happens to be right.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on any: ...writes it and ...writes it
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ bool any;
    const int i = (int)threadIdx.x;

    cell[i] = i < n ? in[i] : identity();
    if (i == 0)
        any = false;
#ifdef MENDED
    __syncthreads();
    if (i == 0)
#else
    if (i < n)
#endif
        any = true;
    __syncthreads();
    if (i < n && any) {
        T sum = EXCLUSIVE ? identity() : cell[0];
        for (int k = 1 - EXCLUSIVE; k < i + !EXCLUSIVE; k++)
            sum = op(sum, cell[k]);
        out[i] = sum;
    }
}
