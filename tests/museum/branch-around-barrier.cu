/* branch-around-barrier.cu - only threads with an element come to the barrier.
 *
 * No thread returns early: the others go around the barrier, and end.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 20
 * passes: -n 32
 * says: barrier: ...waits at ...for ..., which has returned
 * says: or a branch around it
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
