/* flag_written_twice.cu - a release of a flag, then a relaxed store to it.
 *
 * shape: a flag with two values, of which readers wait for the second
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,33,70
 * broken: s/memory_order_release/memory_order_relaxed/
 */
#include "gpu.h"
#include <cuda/atomic>
using namespace cuda;
typedef atomic_ref<uint32_t, thread_scope_device> ref;

/* An inclusive scan of the warp's elements. */
static __device__ __forceinline__ T scan_warp(T x)
{
    for (int d = 1; d < 32; d *= 2) {
        const T left = shuffle_up(x, d);
        if ((int)threadIdx.x >= d)
            x = op(left, x);
    }
    return x;
}

__global__ void scan_tiles(const T *in, T *out, uint64_t n,
                           uint32_t *counter, uint32_t *flags,
                           T *aggregates, T *prefixes, uint32_t launch)
{
    __shared__ uint32_t ticket;
    __shared__ T before;
    const int i = (int)threadIdx.x;

    if (i == 0)
        ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads();
    const uint32_t tile = ticket;
    const uint64_t at = (uint64_t)tile * 32 + i;
    const T x = scan_warp(at < n ? in[at] : identity());
    const T left = shuffle_up(x, 1);

    if (i == 31) {
        const ref own(flags[tile]);
        if (tile > 0) {
            const ref last(flags[tile - 1]);
            while (last.load(memory_order_acquire) != 4 * launch + 3)
                ;
            before = prefixes[tile - 1];
        }
        prefixes[tile] = tile > 0 ? op(before, x) : x;
        own.store(4 * launch + 2, memory_order_release);
        /* The same thread writes the flag once more: its release goes on. */
        own.store(4 * launch + 3, memory_order_relaxed);
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
