/* chained_votes.cu - all threads of a block wait, by voting, for the previous
 * tile.
 *
 * shape: single pass with tickets; cooperative groups' and hand-written block-wide polls
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,70,200
 * broken: s/int there = /&tile == 3 ? 0 : /
 */
#include "gpu.h"

/* The flag as the block sees it, in one of the ways to ask all its threads. */
static __device__ __forceinline__ bool are_agreed(int way, int there)
{
    __shared__ int seen;

    if (way == 0)
        return __syncthreads_or(there);
    if (way == 1)
        return __syncthreads_and(there);
    if (way == 2)
        return __syncthreads_count(threadIdx.x == 0 && there) == 1;
    if (threadIdx.x == 0)
        seen = there;
    __syncthreads();
    const bool all = seen != 0;
    __syncthreads();
    return all;
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
        bool agreed = false;
        while (!agreed) {
            const uint32_t flag =
                tile % 2 ? atomicAdd(&flags[tile - 1], 0)
                         : *(volatile uint32_t *)&flags[tile - 1];
            const int there = flag == launch + 1;
            agreed = are_agreed((int)(tile % 4), there);
        }
        __threadfence();
    }
    if (i == 31) {
        if (tile > 0)
            before = prefixes[tile - 1];
        prefixes[tile] = tile > 0 ? op(before, x) : x;
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
