/* cg_run_time.cu - one function for both a block and its tiles.
 *
 * shape: the blog on cooperative groups: thread_group, tiled_partition(g, 16)
 * algorithm: kogge_stone:block=128
 * options: -n 1,17,128
 * broken: s/tile, cell/cg::tiled_partition(tile, 4), cell/
 */
#include <cooperative_groups.h>

#include "gpu.h"

namespace cg = cooperative_groups;

DEVICE void scan_group(cg::thread_group g, T *cell)
{
    const unsigned i = g.thread_rank();

    for (unsigned d = 1; d < g.size(); d *= 2) {
        const T left = i >= d ? cell[i - d] : identity();
        g.sync();
        if (i >= d)
            cell[i] = op(left, cell[i]);
        g.sync();
    }
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK], sums[BLOCK];
    const cg::thread_block block = cg::this_thread_block();
    const unsigned i = block.thread_rank(), size = BLOCK > 16 ? 16 : BLOCK;
    const cg::thread_group tile = cg::tiled_partition(block, size);

    cell[i] = i < n ? in[i] : identity();
    tile.sync();
    scan_group(tile, cell + i / size * size);
    sums[i] = identity();
    cg::sync(block);
    if (cg::thread_rank(tile) == tile.size() - 1)
        sums[i / size] = cell[i];
    block.sync();
    scan_group(block, sums);
    const T before = i < size ? identity() : sums[i / size - 1];
    const T own = !EXCLUSIVE            ? cell[i]
                  : tile.thread_rank() ? cell[i - 1]
                                       : identity();
    if (i < n)
        out[i] = op(before, own);
}
