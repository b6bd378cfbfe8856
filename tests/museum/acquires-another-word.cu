/* acquires-another-word.cu - a thread waits for one word, but acquires another word.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on cell[
 */
#include "gpu.h"

#include <cuda/atomic>

typedef cuda::atomic_ref<uint32_t, cuda::thread_scope_block> word;

#ifdef MENDED
#define WAITS cuda::memory_order_acquire
#else
#define WAITS cuda::memory_order_relaxed
#endif

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ uint32_t told[BLOCK], taken[BLOCK];
    const int i = (int)threadIdx.x;

    told[i] = taken[i] = 0;
    __syncthreads();
    if (i < (int)n) {
        T before = identity();
        uint32_t none = 0;
        while (i > 0 && !word(told[i - 1]).load(WAITS))
            ;
        word(taken[i]).compare_exchange_strong(none, 1,
                                               cuda::memory_order_acquire,
                                               cuda::memory_order_relaxed);
        if (i > 0)
            before = cell[i - 1];
        cell[i] = i > 0 ? op(before, in[i]) : in[i];
        word(told[i]).store(1, cuda::memory_order_release);
        out[i] = EXCLUSIVE ? before : cell[i];
    }
}
