/* returned-writer.cu - a lane writes the prefix, and does not wait for the others.
 * Lane 0 then sets the flag, but its fence covers only lanes that it synchronised with.
 *
 * found in: made up
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 70
 * says: race on prefixes[
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
    const int i = (int)threadIdx.x;
    uint32_t tile = 0;

    if (i == 0)
        tile = atomicInc(counter, gridDim.x - 1);
    tile = __shfl_sync(ALL_LANES, tile, 0);
    const uint64_t at = (uint64_t)tile * 32 + i;
    const T x = scan_warp(at < n ? in[at] : identity());
    const T left = shuffle_up(x, 1);
    T before = identity();

    if (tile > 0) {
        while (flags[tile - 1] != launch + 1)
            ;
        __threadfence();
        before = prefixes[tile - 1];
    }
    const T front = i == 0 ? before : tile > 0 ? op(before, left) : left;
    const T sum = tile > 0 ? op(before, x) : x;
    if (at < n)
        out[at] = EXCLUSIVE ? front : sum;
    if (i == 31)
        prefixes[tile] = sum;
#ifdef MENDED
    __syncwarp();
#endif
    if (i == 31)
        return;
    __syncwarp();
    if (i == 0) {
        __threadfence();
        flags[tile] = launch + 1;
    }
}
