/* failed-exchange.cu - a thread waits with exchanges whose failure order is relaxed.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on cell[
 */
#include "gpu.h"

#include <cuda/atomic>

#ifdef MENDED
#define FAILING cuda::memory_order_acquire
#else
#define FAILING cuda::memory_order_relaxed
#endif

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ uint32_t told[BLOCK];
    const int i = (int)threadIdx.x;

    told[i] = 0;
    __syncthreads();
    if (i < (int)n) {
        T before = identity();
        for (uint32_t seen = 0; i > 0 && seen == 0;) {
            cuda::atomic_ref<uint32_t, cuda::thread_scope_block> flag(
                told[i - 1]);
            seen = 2; /* it never is: the exchange only looks */
            flag.compare_exchange_strong(seen, 2, cuda::memory_order_acquire,
                                         FAILING);
        }
        if (i > 0)
            before = cell[i - 1];
        cell[i] = i > 0 ? op(before, in[i]) : in[i];
        cuda::atomic_ref<uint32_t, cuda::thread_scope_block>(told[i]).store(
            1, cuda::memory_order_release);
        out[i] = EXCLUSIVE ? before : cell[i];
    }
}
