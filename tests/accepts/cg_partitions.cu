/* cg_partitions.cu - the lanes with an element, and these lanes in groups of
 * five.
 *
 * shape: filters and histograms with binary_partition() and labeled_partition()
 * algorithm: kogge_stone:block=32
 * options: -n 1,9,31,32
 * broken: s|thread_rank() / 5|thread_rank() % 5|
 */
#include <cooperative_groups.h>

#include "gpu.h"

namespace cg = cooperative_groups;

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T sums[7];
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const cg::coalesced_group inside =
        cg::binary_partition(warp, warp.thread_rank() < n);

    if (inside.meta_group_size() == 2 && inside.meta_group_rank() == 0)
        return;
    const unsigned i = inside.thread_rank();
    const auto five = cg::labeled_partition(inside, inside.thread_rank() / 5);
    T x = in[i];
    for (unsigned d = 1; d < five.size(); d *= 2) {
        const T left = five.shfl_up(x, d);
        if (five.thread_rank() >= d)
            x = op(left, x);
    }
    if (five.thread_rank() == five.num_threads() - 1)
        sums[five.meta_group_rank()] = x;
    inside.sync();
    T before = identity();
    for (unsigned k = 0; k < five.meta_group_rank(); k++)
        before = op(before, sums[k]);
    const T left = five.shfl_up(x, 1);
    if (EXCLUSIVE)
        out[i] = five.thread_rank() > 0 ? op(before, left) : before;
    else
        out[i] = op(before, x);
}
