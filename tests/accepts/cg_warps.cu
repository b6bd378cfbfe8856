/* cg_warps.cu - a scan by warps, with cooperative groups.
 *
 * shape: the vendor's samples: tiled_partition<32>, shfl_up, block.sync()
 * algorithm: kogge_stone:block=128
 * options: -n 1,33,127
 * broken: s/block[.]sync();//
 */
#include <cooperative_groups.h>

#include "gpu.h"

namespace cg = cooperative_groups;

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ T sums[BLOCK / 32];
    const unsigned i = block.thread_rank();
    T x = i < n ? in[i] : identity();
    const T own = x;

    for (unsigned d = 1; d < tile.size(); d *= 2) {
        const T left = tile.shfl_up(x, d);
        if (tile.thread_rank() >= d)
            x = op(left, x);
    }
    if (tile.thread_rank() == tile.size() - 1)
        sums[tile.meta_group_rank()] = x;
    block.sync();
    T before = identity();
    for (unsigned w = 0; w < tile.meta_group_rank(); w++)
        before = op(before, sums[w]);
    T left = tile.shfl_up(x, 1);
    if (tile.thread_rank() == 0)
        left = identity();
    if (i < n)
        out[i] = EXCLUSIVE ? op(before, left) : op(before, op(left, own));
    cg::sync(block);
}
