/* volatile-tail.cu - the last steps of a count in shared memory have no barrier.
 *
 * This is the classical reduction of a block: as soon as one warp was left, its lanes
 * ran in step, so `volatile` was enough. The values here are numbers, not elements, and
 * volatile accesses do not race; but a lane may add a neighbour's incomplete count.
 *
 * found in: reductions of CUDA's samples before Volta
 * algorithm: kogge_stone:block=64
 * options: -n 20,64
 * says: Since Volta, the lanes of a warp do not run in lockstep: volatile-tail.cu:
 */
#include "gpu.h"

enum { THREADS = 64 };

/* How many threads have an element; thread 0 gets it. */
static __device__ uint32_t count_of_block(uint32_t *cell, bool has)
{
    volatile uint32_t *const count = cell;
    const int i = (int)threadIdx.x;

    count[i] = has;
    __syncthreads();
    for (int stride = THREADS / 2; stride > 0; stride /= 2) {
#ifdef MENDED
        const uint32_t right = i < stride ? count[i + stride] : 0;
        __syncthreads();
        if (i < stride)
            count[i] = count[i] + right;
        __syncthreads();
#else
        if (i < stride)
            count[i] = count[i] + count[i + stride];
#endif
    }
    return count[0];
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ uint32_t cell[THREADS];
    const uint64_t begin = (uint64_t)blockIdx.x * THREADS, at = begin + threadIdx.x;
    const uint32_t count = count_of_block(cell, at < n);
    T sum = identity();

    if (threadIdx.x > 0)
        return;
    for (uint32_t k = 0; k < count; k++) {
        const T x = in[begin + k];
        out[begin + k] = EXCLUSIVE ? sum : op(sum, x);
        sum = op(sum, x);
    }
    if (gridDim.x > 1)
        totals[blockIdx.x] = sum;
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t at = section * THREADS + threadIdx.x;

    if (at < n)
        out[at] = op(sums[EXCLUSIVE ? section : section - 1], out[at]);
}
