/* chained_red.cu - a chain of tiles, counted by red.release.
 *
 * shape: a counter that each tile raises
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,70
 * broken: s/red[.]release/red.relaxed/
 */
#include "gpu.h"

static __device__ __forceinline__ uint32_t count(const uint32_t *p)
{
    uint32_t x;
    asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    return x;
}

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
        if (tile > 0) {
            while (count(flags + tile - 1) != launch + 1)
                ;
            before = prefixes[tile - 1];
        }
        prefixes[tile] = tile > 0 ? op(before, x) : x;
        asm volatile("red.release.gpu.global.max.u32 [%0], %1;" ::"l"(flags +
                                                                     tile),
                     "r"(launch + 1)
                     : "memory");
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
