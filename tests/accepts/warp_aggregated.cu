/* warp_aggregated.cu - one atomic for all lanes that run together.
 *
 * shape: warp-aggregated counters, by __activemask() and by coalesced_threads()
 * algorithm: naive:block=64
 * options: -n 1,33,100 --schedule inorder,random,reverse
 * broken: s/base = __shfl_sync(lanes, base, first);//
 */
#include "gpu.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* Numbers from 0 on, each for one thread of the block. */
DEVICE unsigned take(unsigned *counter)
{
    const unsigned lanes = __activemask(), lane = threadIdx.x % 32;
    const unsigned first = __ffs(lanes) - 1;
    unsigned base = 0;

    if (lane == first)
        base = atomicAdd(counter, __popc(lanes));
    base = __shfl_sync(lanes, base, first);
    return base + __popc(lanes & ((1u << lane) - 1));
}

DEVICE unsigned take_by_group(unsigned *counter)
{
    const cg::coalesced_group group = cg::coalesced_threads();
    unsigned base = 0;

    if (group.thread_rank() == 0)
        base = atomicAdd(counter, group.size());
    return group.shfl(base, 0) + group.thread_rank();
}

__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    __shared__ unsigned counter;
    const uint64_t first = (uint64_t)blockIdx.x * BLOCK;

    if (threadIdx.x == 0)
        counter = 0;
    __syncthreads();
    if (first + threadIdx.x < n) {
        const uint64_t i = first + (EXCLUSIVE ? take_by_group(&counter)
                                              : take(&counter));
        copy[i] = in[i];
    }
}

__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t end = EXCLUSIVE ? i : i + 1;

    if (i < n) {
        T sum = end > 0 ? in[0] : identity();
        for (uint64_t j = 1; j < end; j++)
            sum = op(sum, in[j]);
        out[i] = sum;
    }
}
