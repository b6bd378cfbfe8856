/* order_of_words.cu - `void __global__`, launch bounds after it, and other CUDA
 * words.
 *
 * shape: what nvcc accepts and few texts show
 * algorithm: kogge_stone:block=32
 * options: -n 1,32
 * broken: s/__syncthreads();//
 */
#include <cuda.h>
#include <cuda_runtime.h>
#include <math.h>

#include "gpu.h"

static __device__ __forceinline__ unsigned log2_of(unsigned x)
{
    return (unsigned)rintf(log2f((float)x) + fmaf(0, 1, __fadd_rn(0, 0))) +
           (unsigned)(fminf(powf(2, 0), sqrtf(1)) - rsqrtf(1)) +
           (unsigned)(sqrt(4) - pow(2, 1.0f) + floor(0u));
}

extern "C" void __global__ __launch_bounds__(BLOCK, 2)
    scan_sections(const T *__restrict__ in, T *__restrict__ out, T *totals,
                  const __grid_constant__ uint64_t n)
{
    const dim3 d(1, 2), one = 1, grid(gridDim);
    __shared__ T cell[BLOCK];
    const unsigned i = threadIdx.x * one.z + d.x * 2 - d.y;

    if (i < n)
        cell[i] = i % 2 ? __ldca(in + i) : __ldcs(in + i);
    __syncthreads();
    if (i < n && __byte_perm(grid.x, 0, 0x3210) == gridDim.x) {
        T sum = identity();
        for (unsigned k = 0; k < i + !EXCLUSIVE; k++)
            sum = op(sum, cell[k + log2_of(1)]);
        if (log2_of(BLOCK) == __ffs(BLOCK) - 1u)
            __stwt(&out[i], sum);
    }
}
