/* early_return.cu - threads that are done return before the barriers of the
 * others.
 *
 * Since Volta a barrier waits only for the threads of the block that have not
 * returned. Threads beyond the end return first; then each thread whose cell is
 * complete. Other threads still read that cell: the barrier after the last
 * store to it orders those reads.
 *
 * algorithm: kogge_stone:block=64
 * options: -n 1,2,20,33,63,64
 * shape: course notes: `if (i >= n) return;` at the top of a kernel
 * broken: s/^        if (i < stride)/        if (i < 2 * stride)/
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;

    if (i >= (int)n)
        return;
    cell[i] = in[i];
    for (int stride = 1;; stride *= 2) {
        __syncthreads(); /* all have written before any reads */
        if (i < stride)
            break; /* complete before the step before this barrier */
        const T sum = op(cell[i - stride], cell[i]);
        __syncthreads(); /* all have read before any writes */
        cell[i] = sum;
    }
    if (EXCLUSIVE)
        out[i] = i > 0 ? cell[i - 1] : identity();
    else
        out[i] = cell[i];
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
}
