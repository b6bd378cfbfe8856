/* lecture-unguarded-store.cu - the load has a guard, but the store does not.
 *
 * Threads beyond the end of the input store past the end of the
 * output, into memory that belongs to another array.
 *
 * found in: ECE408 lecture 16, "(Incomplete) Implementation"
 * algorithm: kogge_stone:block=32
 * options: -n 20
 * says: out of bounds: ...writes ...at out[20]
 */
#include "gpu.h"

__global__ void scan_sections(const T *X, T *Y, T *totals, uint64_t n)
{
    __shared__ T XY[BLOCK];
    const unsigned t = threadIdx.x;
    const uint64_t i = blockIdx.x * blockDim.x + t;

    XY[t] = i < n ? X[i] : identity();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        T sum = XY[t];
        __syncthreads();
        if (t >= stride)
            sum = op(XY[t - stride], sum);
        __syncthreads();
        XY[t] = sum;
        __syncthreads();
    }
    const T left = t > 0 ? XY[t - 1] : identity();
#ifdef MENDED
    if (i < n)
#endif
        Y[i] = EXCLUSIVE ? left : XY[t];
}
