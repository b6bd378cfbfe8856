/* unset-flag.cu - a thread's own variable is set in only one branch.
 *
 * On a GPU the variable often holds 0, as the author expects; here it never does.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: unset-flag.cu:...compares, or divides by, a variable that was never set
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
#ifdef MENDED
    int begin = 0;
#else
    int begin;
#endif

    cell[i] = i < n ? in[i] : identity();
    __syncthreads();
    if (i == 0)
        begin = 0;
    if (i < n && begin < 1) {
        T sum = identity();
        for (int k = begin < 0 ? 1 : 0; k < i + !EXCLUSIVE; k++)
            sum = op(sum, cell[k]);
        out[i] = sum;
    }
}
