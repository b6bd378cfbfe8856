/* same_value.cu - all threads of a block compute its total, or what comes
 * before it, and each stores the result in the same place.
 *
 * shape: blocks whose threads all compute a small result alike, rather than wait for one
 * algorithm: kogge_stone:block=64
 * options: -n 1,64,65,300
 * broken: s/total = fold(cells, count)/total = fold(cells, i < count ? i + 1 : count)/
 */
#include "gpu.h"

enum { THREADS = 64 };

static __device__ __forceinline__ T fold(const T *x, uint64_t count)
{
    T sum = identity();

    for (uint64_t k = 0; k < count; k++)
        sum = op(sum, x[k]);
    return sum;
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cells[THREADS], total;
    __shared__ bool is_last;
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * THREADS;
    const int count = n - begin < THREADS ? (int)(n - begin) : THREADS;

    is_last = begin + THREADS >= n;
    if (i < count)
        cells[i] = in[begin + i];
    __syncthreads();
    total = fold(cells, count);
    const T sum = fold(cells, i >= count ? 0 : EXCLUSIVE ? i : i + 1);
    __syncthreads();
    if (i < count)
        out[begin + i] = sum;
    if (gridDim.x > 1)
        totals[blockIdx.x] = total;
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t at = section * THREADS + i;

    before = op(identity(), sums[EXCLUSIVE ? section : section - 1]);
    __syncthreads();
    if (at < n)
        out[at] = EXCLUSIVE && i == 0 ? before : op(before, out[at]);
}
