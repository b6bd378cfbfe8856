/* cg_small_tiles.cu - tiles of 8 lanes, with votes and shuffles among them.
 *
 * shape: teaching kernels on tiled_partition<8>; sync(), any(), ballot()
 * algorithm: kogge_stone:block=32
 * options: -n 1,9,32
 * broken: s/tile[.]sync();//
 */
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "gpu.h"

using namespace cooperative_groups;

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    thread_block block = this_thread_block();
    auto tile = tiled_partition<8>(block);
    const unsigned i = block.thread_rank(), lane = tile.thread_rank();

    cell[i] = i < n ? in[i] : identity();
    tile.sync();
    const unsigned in_tile = __popc(tile.ballot(i < n));
    if (tile.any(i < n) && lane == 0)
        for (unsigned k = 1; k < in_tile; k++)
            cell[i + k] = op(cell[i + k - 1], cell[i + k]);
    block.sync();
    T before = identity();
    for (unsigned t = 0; t < i / 8; t++)
        before = op(before, cell[8 * t + 7]);
    if (i < n && (!EXCLUSIVE || lane > 0))
        out[i] = op(before, cell[EXCLUSIVE ? i - 1 : i]);
    else if (i < n)
        out[i] = before;
}
