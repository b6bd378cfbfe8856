/* lookback_volatile.cu - look-back with volatile flags and __threadfence().
 *
 * shape: what texts and courses show
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,70
 * broken: s/__threadfence();//
 */
#include "gpu.h"

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
                           uint32_t *counter, volatile uint32_t *flags,
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
        __threadfence();
        flags[tile] = 4 * launch + (tile == 0 ? 2 : 1);
        T sum = identity();
        for (uint32_t t = tile; t-- > 0;) {
            uint32_t flag;
            do
                flag = flags[t];
            while (flag <= 4 * launch || flag > 4 * launch + 2);
            __threadfence();
            if (flag == 4 * launch + 2) {
                sum = op(prefixes[t], sum);
                break;
            }
            sum = op(aggregates[t], sum);
        }
        before = sum;
        if (tile > 0) {
            prefixes[tile] = op(sum, x);
            __threadfence();
            flags[tile] = 4 * launch + 2;
        }
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
