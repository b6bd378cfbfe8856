/* partition.h - the part of ../cooperative_groups.h on groups whose size is
 * known at run time: a thread_group, partitions of groups, and one thread of a
 * group.
 */
#pragma once

namespace cooperative_groups
{

/* All threads of the block, or some lanes of a warp. */
class thread_group
{
    unsigned lanes; /* 0: the block */

  public:
    SIMT_METHOD_OF_GROUP explicit thread_group(unsigned mask) : lanes(mask)
    {
    }
    SIMT_METHOD_OF_GROUP thread_group(const thread_block &) : lanes(0)
    {
    }
    SIMT_METHOD_OF_GROUP thread_group(const coalesced_group &group)
        : lanes(group.simt_mask())
    {
    }
    template <unsigned N, class Parent>
    SIMT_METHOD_OF_GROUP thread_group(const thread_block_tile<N, Parent> &tile)
        : lanes(tile.simt_mask())
    {
    }
    SIMT_METHOD_OF_GROUP unsigned simt_mask() const
    {
        return lanes;
    }
    SIMT_METHOD_OF_GROUP void sync() const
    {
        if (lanes)
            __syncwarp(lanes);
        else
            __syncthreads();
    }
    SIMT_METHOD_OF_GROUP unsigned long long num_threads() const
    {
        return lanes ? (unsigned)__popc(lanes) : thread_block::num_threads();
    }
    SIMT_METHOD_OF_GROUP unsigned long long size() const
    {
        return num_threads();
    }
    SIMT_METHOD_OF_GROUP unsigned long long thread_rank() const
    {
        return lanes ? (unsigned)__popc(lanes & ((1u << simt_lane()) - 1))
                     : thread_block::thread_rank();
    }
};

/* ------------------------------------------------------------- partitions */

/* The lanes of the group that share a tile with the calling lane: those whose
 * ranks, divided by the size, have the same quotient. */
SIMT_INLINE unsigned simt_tile_of(const thread_group &group, unsigned size)
{
    const unsigned mask = group.simt_mask();
    unsigned tile = 0, rank = 0;

    if (size == 0 || size > 32 || (size & (size - 1)))
        __trap();
    const unsigned first = (unsigned)group.thread_rank() / size * size;
    if (!mask) {
        const unsigned left = thread_block::num_threads() - first;
        return 0xffffffffu >> (32 - (left < size ? left : size))
                                  << simt_lane() / size * size;
    }
    for (unsigned lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            tile |= (unsigned)(rank++ / size * size == first) << lane;
    return tile;
}
SIMT_INLINE thread_group tiled_partition(const thread_group &parent,
                                         unsigned size)
{
    return thread_group(simt_tile_of(parent, size));
}
SIMT_INLINE coalesced_group tiled_partition(const coalesced_group &parent,
                                            unsigned size)
{
    const unsigned tile = simt_tile_of(parent, size);

    return parent.size() <= size
               ? parent
               : coalesced_group(tile, parent.thread_rank() / size,
                                 (parent.size() + size - 1) / size);
}

/* Lanes with the same label form a group. The groups are numbered by their
 * first lanes; the two groups of a binary partition by their predicate. */
template <class Group, class Label>
SIMT_INLINE coalesced_group labeled_partition(const Group &group, Label label)
{
    const unsigned mine = __match_any_sync(group.simt_mask(), +label);
    const unsigned first = (unsigned)__ffs(mine) - 1;
    const unsigned leaders =
        __ballot_sync(group.simt_mask(), first == simt_lane());

    return coalesced_group(mine, __popc(leaders & ((1u << first) - 1)),
                           __popc(leaders));
}
template <class Group>
SIMT_INLINE coalesced_group binary_partition(const Group &group, bool answer)
{
    const unsigned all = group.simt_mask();
    const unsigned yes = __ballot_sync(all, answer);

    return yes == 0 || yes == all
               ? coalesced_group(all)
               : coalesced_group(answer ? yes : all & ~yes, answer, 2);
}
template <class Group>
SIMT_INLINE coalesced_group labeled_partition(const Group &group, bool label)
{
    return binary_partition(group, label);
}
SIMT_INLINE thread_block_tile<1> this_thread()
{
    return thread_block_tile<1, thread_block_tile<1>>();
}

/* ------------------------------------------------------ one of the threads */

/* CUDA leaves the choice of thread to the GPU. Here it is the last thread,
 * because code without invoke_one() uses the first. */
template <class Group> SIMT_INLINE bool simt_is_chosen(const Group &group)
{
    return group.thread_rank() == group.num_threads() - 1;
}
template <class Group, class Function, class... Values>
SIMT_INLINE void invoke_one(const Group &group, Function &&function,
                            Values &&...values)
{
    if (simt_is_chosen(group))
        static_cast<Function &&>(function)(static_cast<Values &&>(values)...);
}
template <class Group, class Function, class... Values>
SIMT_INLINE auto invoke_one_broadcast(const Group &group, Function &&function,
                                      Values &&...values)
{
    decltype(static_cast<Function &&>(function)(
        static_cast<Values &&>(values)...)) result;

    if (simt_is_chosen(group))
        result = static_cast<Function &&>(function)(
            static_cast<Values &&>(values)...);
    return group.shfl(result, (int)group.num_threads() - 1);
}

} // namespace cooperative_groups
