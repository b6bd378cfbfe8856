/* lecture-one-barrier.cu - a step reads and writes with only one barrier.
 *
 * In XY[t] += XY[t - stride] a thread reads its neighbour's cell and
 * writes its own. There is no barrier between the reads and writes of a step,
 * so a neighbour's cell may already hold this step's value. With + and on some
 * GPUs the result is often right.
 *
 * found in: ECE408 lecture 16, "(Incomplete) Implementation"
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on XY[...]: ...reads it and ...writes it
 */
#include "gpu.h"

__global__ void scan_sections(const T *X, T *Y, T *totals, uint64_t n)
{
    __shared__ T XY[BLOCK];
    const unsigned t = threadIdx.x;
    const uint64_t i = blockIdx.x * blockDim.x + t;

    if (i < n)
        XY[t] = X[i];
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
#ifdef MENDED
        T sum = XY[t];
        if (t >= stride)
            sum = op(XY[t - stride], XY[t]);
        __syncthreads();
        XY[t] = sum;
#else
        if (t >= stride)
            XY[t] = op(XY[t - stride], XY[t]);
#endif
    }
    __syncthreads();
    if (i < n)
        Y[i] = !EXCLUSIVE ? XY[t] : t > 0 ? XY[t - 1] : identity();
}
