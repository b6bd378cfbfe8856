/* lock-not-set.cu - a lock in shared memory is never initialised.
 *
 * An exchange can be the first access that writes a word, but it finds garbage there.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: compares, or divides by, a variable that was never set
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ int lock;

#ifdef MENDED
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
#endif
    while (atomicExch(&lock, 1) != 0)
        ;
    T sum = identity();
    const int i = (int)threadIdx.x;
    for (int k = 0; k < i + !EXCLUSIVE && k < (int)n; k++)
        sum = op(sum, in[k]);
    atomicExch(&lock, 0);
    __syncthreads();
    if (i < (int)n)
        out[i] = sum;
}
