/* atomic_elements.cu - all lanes load a prefix by atomicAdd() of 0; atomicExch() stores it.
 *
 * shape: values that must bypass the first-level cache, before there was
 * __ldcg()
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,70
 * broken: s/__threadfence();//
 */
#include "gpu.h"

enum { WORDS = sizeof(T) / 4 };

static __device__ __forceinline__ T load_element(T *from)
{
    T x;
    for (int k = 0; k < WORDS; k++)
        ((uint32_t *)&x)[k] = atomicAdd((uint32_t *)from + k, 0);
    return x;
}

static __device__ __forceinline__ void store_element(T *to, T x)
{
    for (int k = 0; k < WORDS; k++)
        atomicExch((uint32_t *)to + k, ((uint32_t *)&x)[k]);
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

    if (tile > 0) {
        while (atomicOr(&flags[tile - 1], 0) != launch + 1)
            ;
        __threadfence();
        const T prefix = load_element(&prefixes[tile - 1]);
        if (i == 31)
            before = prefix;
    }
    if (i == 31) {
        store_element(&prefixes[tile], tile > 0 ? op(before, x) : x);
        __threadfence();
        atomicExch(&flags[tile], launch + 1);
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
