/* byte_flags.cu - one-byte flags, side by side: in shared and in global memory.
 *
 * shape: chained scans that keep `bool` or `char` flags
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,33,70,130
 * broken: s/ready\[i\] = /ready[0] = /
 */
#include "gpu.h"

__global__ void scan_tiles(const T *in, T *out, uint64_t n,
                           uint32_t *counter, uint32_t *flags,
                           T *aggregates, T *prefixes, uint32_t launch)
{
    /* Each byte is the flag of a tile. The next tile clears it. */
    volatile bool *const done = (volatile bool *)flags;
    __shared__ uint32_t ticket;
    __shared__ T cells[32];
    __shared__ bool ready[32];
    __shared__ T before;
    const int i = (int)threadIdx.x;

    if (i == 0)
        ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads();
    const uint32_t tile = ticket;
    const uint64_t at = (uint64_t)tile * 32 + i;

    cells[i] = at < n ? in[at] : identity();
    ready[i] = at < n;
    __syncthreads();
    if (i == 31) {
        T sum = cells[0];
        for (int k = 1; k < 32; k++)
            if (ready[k])
                sum = op(sum, cells[k]);
        if (tile > 0) {
            while (!done[tile - 1])
                __nanosleep(20);
            done[tile - 1] = false;
            __threadfence();
            before = prefixes[tile - 1];
            sum = op(before, sum);
        }
        prefixes[tile] = sum;
        __threadfence();
        if (tile < gridDim.x - 1)
            done[tile] = true;
    }
    __syncthreads();
    T sum = tile > 0 ? before : identity();
    for (int k = 0; k < i + !EXCLUSIVE; k++)
        sum = op(sum, cells[k]);
    if (at < n)
        out[at] = sum;
}
