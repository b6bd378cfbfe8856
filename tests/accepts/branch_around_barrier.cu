/* branch_around_barrier.cu - only threads that have an element reach the
 * barrier.
 *
 * No thread returns early: the others skip the barrier, and end. Since Volta a
 * barrier does not wait for them.
 *
 * algorithm: kogge_stone:block=32
 * options: -n 1,20,32
 * shape: kernels whose body is in `if (i < n)`
 * broken: s/^        __syncthreads();$/        if (i < 16)\n            __syncthreads();/
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;

    if (i < (int)n) {
        cell[i] = in[i];
        __syncthreads();
        T sum = cell[0];
        for (int k = 1; k <= i; k++)
            sum = op(sum, cell[k]);
        out[i] = !EXCLUSIVE ? sum : identity();
        if (EXCLUSIVE && i > 0) {
            sum = cell[0];
            for (int k = 1; k < i; k++)
                sum = op(sum, cell[k]);
            out[i] = sum;
        }
    }
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
}
