/* lookback_ptx.cu - look-back whose flags use PTX with acquire and release.
 *
 * shape: a library: st.release.gpu, ld.acquire.gpu
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,70
 * broken: s/st[.]release/st.relaxed/
 */
#include <cuda_runtime.h>
#include "gpu.h"

static __device__ __forceinline__ uint32_t load_acquire(const uint32_t *p)
{
    uint32_t x;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                 : "=r"(x)
                 : "l"(p)
                 : "memory");
    return x;
}

static __device__ __forceinline__ void store_release(uint32_t *p, uint32_t x)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(x)
                 : "memory");
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
        if (tile == 0)
            prefixes[0] = x;
        else
            aggregates[tile] = x;
        store_release(flags + tile, 4 * launch + (tile == 0 ? 2 : 1));
        T sum = identity();
        for (uint32_t t = tile; t-- > 0;) {
            uint32_t flag;
            do
                flag = load_acquire(flags + t);
            while (flag <= 4 * launch || flag > 4 * launch + 2);
            if (flag == 4 * launch + 2) {
                sum = op(prefixes[t], sum);
                break;
            }
            sum = op(aggregates[t], sum);
        }
        before = sum;
        if (tile > 0) {
            prefixes[tile] = op(sum, x);
            store_release(flags + tile, 4 * launch + 2);
        }
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
