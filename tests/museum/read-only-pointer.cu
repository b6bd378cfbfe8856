/* read-only-pointer.cu - other blocks' results are read through a read-only pointer.
 * The pointer's type promises that nothing changes these results.
 *
 * `const T *__restrict__` lets a GPU's compiler load through the read-only cache, as
 * __ldg() does, and this cache may hold older values.
 *
 * found in: made up
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 70
 * says: read-only: read-only-pointer.cu:...reads prefixes[...] through the read-only cache, and read-only-pointer.cu:...wrote it
 * says: through a pointer that is not const __restrict__
 */
#include "gpu.h"

#ifdef MENDED
typedef T *Prefixes;
#else
typedef const T *__restrict__ Prefixes;
#endif

__global__ void scan_tiles(const T *__restrict__ in, T *__restrict__ out,
                           uint64_t n, uint32_t *counter, uint32_t *flags,
                           T *aggregates, Prefixes prefixes, uint32_t launch)
{
    __shared__ uint32_t ticket;
    __shared__ T before;
    const int i = (int)threadIdx.x;

    if (i == 0)
        ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads();
    const uint32_t tile = ticket;
    const uint64_t at = (uint64_t)tile * 32 + i;
    T x = at < n ? in[at] : identity();

    for (int d = 1; d < 32; d *= 2) {
        const T left = shuffle_up(x, d);
        if (i >= d)
            x = op(left, x);
    }
    T front = shuffle_up(x, 1);
    if (i == 0)
        front = identity();
    if (i == 31) {
        before = identity();
        if (tile > 0) {
            while (atomicAdd(&flags[tile - 1], 0) != launch + 1)
                __nanosleep(20);
            __threadfence();
            before = prefixes[tile - 1];
        }
        ((T *)prefixes)[tile] = op(before, x);
        __threadfence();
        atomicExch(&flags[tile], launch + 1);
    }
    __syncthreads();
    if (at < n)
        out[at] = op(before, EXCLUSIVE ? front : x);
}
