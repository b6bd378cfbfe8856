/* fence-of-the-other-side.cu - the fence before the flag acquires but does not release.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on cell[
 */
#include "gpu.h"

#include <cuda/atomic>

#ifdef MENDED
#define BEFORE_FLAG cuda::memory_order_release
#else
#define BEFORE_FLAG cuda::memory_order_acquire
#endif

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ volatile uint32_t told[BLOCK];
    const int i = (int)threadIdx.x;

    told[i] = 0;
    __syncthreads();
    if (i < (int)n) {
        T before = identity();
        while (i > 0 && !told[i - 1])
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acquire,
                                  cuda::thread_scope_block);
        if (i > 0)
            before = cell[i - 1];
        cell[i] = i > 0 ? op(before, in[i]) : in[i];
        cuda::atomic_thread_fence(BEFORE_FLAG, cuda::thread_scope_block);
        told[i] = 1;
        out[i] = EXCLUSIVE ? before : cell[i];
    }
}
