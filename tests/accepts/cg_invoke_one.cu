/* cg_invoke_one.cu - one thread of a group draws numbers for all its threads.
 *
 * shape: aggregated counters with invoke_one() and invoke_one_broadcast()
 * algorithm: naive:block=64
 * options: -n 1,33,100 --schedule inorder,random,reverse
 * broken: s/block[.]sync();//
 */
#include <cooperative_groups.h>

#include "gpu.h"
namespace cg = cooperative_groups;

__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    __shared__ unsigned counter;
    const cg::thread_block block = cg::this_thread_block();
    const uint64_t first = (uint64_t)blockIdx.x * BLOCK;

    cg::invoke_one(block, [&] { counter = 0; });
    block.sync();
    if (first + threadIdx.x < n) {
        const cg::coalesced_group group = cg::coalesced_threads();
        const unsigned base = cg::invoke_one_broadcast(
            group,
            [&](unsigned count) { return atomicAdd(&counter, count); },
            group.size());
        const uint64_t i = first + base + group.thread_rank();
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
