/* atomic_wait.cu - each warp waits for the prefix of the one before it.
 *
 * shape: chained warps with cuda::atomic: wait() and notify_all() on a flag
 * algorithm: kogge_stone:block=128
 * options: -n 1,33,128 --schedule inorder,random,reverse
 * broken: s/ready.w - 1..wait(0, cuda::memory_order_acquire)/ready[w - 1].wait(0, cuda::memory_order_relaxed)/
 */
#include <cuda/atomic>

#include "gpu.h"

typedef cuda::atomic<unsigned, cuda::thread_scope_block> flag;

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK], prefix[BLOCK / 32];
    __shared__ flag ready[BLOCK / 32];
    const unsigned i = threadIdx.x, w = i / 32;

    cell[i] = i < n ? in[i] : identity();
    if (i % 32 == 0)
        ready[w].store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (i % 32 == 0) {
        for (unsigned k = 1; k < 32; k++)
            cell[i + k] = op(cell[i + k - 1], cell[i + k]);
        T before = identity();
        if (w > 0) {
            ready[w - 1].wait(0, cuda::memory_order_acquire);
            before = prefix[w - 1];
        }
        prefix[w] = op(before, cell[i + 31]);
        ready[w].store(1, cuda::memory_order_release);
        ready[w].notify_all();
    }
    __syncthreads();
    const T before = w > 0 ? prefix[w - 1] : identity();
    if (i < n && EXCLUSIVE)
        out[i] = i % 32 > 0 ? op(before, cell[i - 1]) : before;
    else if (i < n)
        out[i] = op(before, cell[i]);
}
