/* cg_tiles_of_tiles.cu - tiles of 8 lanes, numbered within their warp.
 *
 * shape: libraries with a level for each size: tiled_partition<8>(warp), whose
 *        type is kept or forgotten
 * algorithm: kogge_stone:block=128
 * options: -n 1,33,128
 * broken: s/4 [*] warp[.]meta_group_rank() + //
 */
#include <cooperative_groups.h>

#include "gpu.h"

namespace cg = cooperative_groups;

DEVICE unsigned number_of(const cg::thread_block_tile<8> &tile)
{
    return tile.meta_group_size() == 4 ? tile.meta_group_rank() : 1000;
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T sums[BLOCK / 8];
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const auto tile = cg::tiled_partition<8>(warp);
    const unsigned i = block.thread_rank();
    const unsigned at = 4 * warp.meta_group_rank() + number_of(tile);
    T x = i < n ? in[i] : identity();

    for (unsigned d = 1; d < tile.size(); d *= 2) {
        const T left = tile.shfl_up(x, d);
        if (tile.thread_rank() >= d)
            x = op(left, x);
    }
    if (tile.thread_rank() == 7)
        sums[at] = x;
    block.sync();
    T before = identity();
    for (unsigned t = 0; t < i / 8; t++)
        before = op(before, sums[t]);
    const T left = tile.shfl_up(x, 1);
    if (i < n && EXCLUSIVE)
        out[i] = tile.thread_rank() > 0 ? op(before, left) : before;
    else if (i < n)
        out[i] = op(before, x);
}
