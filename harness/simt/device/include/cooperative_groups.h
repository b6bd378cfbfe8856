/* cooperative_groups.h - groups of the block and of a warp.
 *
 *     thread_block            all threads of the block: __syncthreads()
 *     thread_block_tile<N>    N lanes side by side, N a power of two up to 32
 *     coalesced_group         some lanes: those that run together, chosen by a
 *                             GPU or, here, by the schedule
 *                             (run/active_lanes.h); or those of a partition
 *     thread_group            any of these
 *     grid_group              the grid's numbers; sync() needs a cooperative
 *                             launch, which no plan makes
 */
#pragma once

#define SIMT_METHOD_OF_GROUP __attribute__((always_inline)) inline

namespace cooperative_groups
{

class thread_block
{
  public:
    static constexpr unsigned simt_most = 1024;
    SIMT_METHOD_OF_GROUP static void sync()
    {
        __syncthreads();
    }
    SIMT_METHOD_OF_GROUP static unsigned thread_rank()
    {
        return threadIdx.x +
               blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    SIMT_METHOD_OF_GROUP static unsigned num_threads()
    {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    SIMT_METHOD_OF_GROUP static unsigned size()
    {
        return num_threads();
    }
    SIMT_METHOD_OF_GROUP static dim3 group_dim()
    {
        return blockDim;
    }
    SIMT_METHOD_OF_GROUP static dim3 dim_threads()
    {
        return blockDim;
    }
    SIMT_METHOD_OF_GROUP static dim3 group_index()
    {
        return blockIdx;
    }
    SIMT_METHOD_OF_GROUP static dim3 thread_index()
    {
        return threadIdx;
    }
};

/* Shuffles any value that can be copied, in 4-byte words. */
template <class V>
SIMT_INLINE V simt_shuffle_value(int kind, unsigned mask, V x, unsigned from,
                                 int width)
{
    uint32_t word[(sizeof x + 3) / 4] = {0};

    static_assert(__is_trivially_copyable(V) && sizeof(V) <= 32,
                  "a shuffle takes a copyable value of at most 32 bytes");
    __builtin_memcpy(word, &x, sizeof x);
    for (unsigned k = 0; k < sizeof word / sizeof *word; k++)
        word[k] = simt_shuffle(kind, mask, word[k], from, width);
    __builtin_memcpy(&x, word, sizeof x);
    return x;
}

/* Methods for the lanes of a mask, used by both a tile and a coalesced group.
 * */
#define SIMT_GROUP_METHODS(width)                                              \
    SIMT_METHOD_OF_GROUP void sync() const                                     \
    {                                                                          \
        __syncwarp(simt_mask());                                               \
    }                                                                          \
    template <class V> SIMT_METHOD_OF_GROUP V shfl(V x, int from) const        \
    {                                                                          \
        return simt_shuffle_value(SIMT_SHUFFLE_INDEX, simt_mask(), x,          \
                                  (unsigned)from, width);                      \
    }                                                                          \
    template <class V> SIMT_METHOD_OF_GROUP V shfl_up(V x, unsigned by) const  \
    {                                                                          \
        return simt_shuffle_value(SIMT_SHUFFLE_UP, simt_mask(), x, by, width); \
    }                                                                          \
    template <class V>                                                         \
    SIMT_METHOD_OF_GROUP V shfl_down(V x, unsigned by) const                   \
    {                                                                          \
        return simt_shuffle_value(SIMT_SHUFFLE_DOWN, simt_mask(), x, by,       \
                                  width);                                      \
    }                                                                          \
    SIMT_METHOD_OF_GROUP int any(int p) const                                  \
    {                                                                          \
        return __any_sync(simt_mask(), p);                                     \
    }                                                                          \
    SIMT_METHOD_OF_GROUP int all(int p) const                                  \
    {                                                                          \
        return __all_sync(simt_mask(), p);                                     \
    }                                                                          \
    SIMT_METHOD_OF_GROUP unsigned ballot(int p) const                          \
    {                                                                          \
        return __ballot_sync(simt_mask(), p) >> simt_first();                  \
    }                                                                          \
    template <class V> SIMT_METHOD_OF_GROUP unsigned match_any(V x) const      \
    {                                                                          \
        return __match_any_sync(simt_mask(), x) >> simt_first();               \
    }                                                                          \
    template <class V>                                                         \
    SIMT_METHOD_OF_GROUP unsigned match_all(V x, int &same) const              \
    {                                                                          \
        return __match_all_sync(simt_mask(), x, &same) >> simt_first();        \
    }

template <unsigned N> class simt_tile
{
    static_assert(N >= 1 && N <= 1024 && (N & (N - 1)) == 0,
                  "tiled_partition<N>: N must be a power of two");
    static_assert(N <= 32 || N > 1024,
                  "the SIMT machine does not know tiled_partition<N> of more "
                  "than a warp");

    SIMT_METHOD_OF_GROUP static unsigned simt_first()
    {
        return simt_lane() / N * N;
    }

  public:
    static constexpr unsigned simt_most = N;
    SIMT_METHOD_OF_GROUP static unsigned simt_mask()
    {
        return (N == 32 ? 0xffffffffu : (1u << N % 32) - 1) << simt_first();
    }
    SIMT_GROUP_METHODS(N)
    SIMT_METHOD_OF_GROUP static constexpr unsigned num_threads()
    {
        return N;
    }
    SIMT_METHOD_OF_GROUP static constexpr unsigned size()
    {
        return N;
    }
    SIMT_METHOD_OF_GROUP static unsigned thread_rank()
    {
        return simt_lane() % N;
    }
    template <class V> SIMT_METHOD_OF_GROUP V shfl_xor(V x, unsigned with) const
    {
        return simt_shuffle_value(SIMT_SHUFFLE_XOR, simt_mask(), x, with, N);
    }
};

/* The tile's number among the tiles of its parent, and their count. The parent
 * is the block, or a wider tile. */
template <unsigned N, class Parent = void>
class thread_block_tile : public simt_tile<N>
{
    static_assert(N < Parent::simt_most || N == 1,
                  "tiled_partition<N>: a tile must be narrower than the tile "
                  "it is cut from");

  public:
    SIMT_METHOD_OF_GROUP static unsigned meta_group_rank()
    {
        return Parent::thread_rank() / N;
    }
    SIMT_METHOD_OF_GROUP static unsigned meta_group_size()
    {
        return (Parent::num_threads() + N - 1) / N;
    }
};

/* A tile whose parent can be of any type: it stores the two numbers. */
template <unsigned N> class thread_block_tile<N, void> : public simt_tile<N>
{
    unsigned rank_of_tile, tiles;

  public:
    template <class Parent>
    SIMT_METHOD_OF_GROUP
    thread_block_tile(const thread_block_tile<N, Parent> &tile)
        : rank_of_tile(tile.meta_group_rank()), tiles(tile.meta_group_size())
    {
    }
    SIMT_METHOD_OF_GROUP unsigned meta_group_rank() const
    {
        return rank_of_tile;
    }
    SIMT_METHOD_OF_GROUP unsigned meta_group_size() const
    {
        return tiles;
    }
};

class coalesced_group
{
    unsigned lanes, rank_of_group, groups;

    /* The lane with this rank; ~0u: there is none, and a shuffle from that rank
     * reads lane 31, whose value may be meaningless. */
    SIMT_METHOD_OF_GROUP unsigned simt_lane_at(unsigned rank) const
    {
        unsigned left = lanes;
        if (lanes == 0xffffffffu)
            return rank;
        for (; rank > 0 && left; rank--)
            left &= left - 1;
        return __ffs((int)left) - 1u;
    }
    /* Turns a mask of lanes into a mask of ranks. */
    SIMT_METHOD_OF_GROUP unsigned simt_packed(unsigned some) const
    {
        unsigned packed = 0, rank = 0;
        for (unsigned lane = 0; lane < 32; lane++)
            if (lanes >> lane & 1)
                packed |= (some >> lane & 1) << rank++;
        return packed;
    }

  public:
    SIMT_METHOD_OF_GROUP explicit coalesced_group(unsigned mask,
                                                  unsigned rank = 0,
                                                  unsigned of = 1)
        : lanes(mask), rank_of_group(rank), groups(of)
    {
    }
    SIMT_METHOD_OF_GROUP unsigned simt_mask() const
    {
        return lanes;
    }
    SIMT_METHOD_OF_GROUP unsigned meta_group_rank() const
    {
        return rank_of_group;
    }
    SIMT_METHOD_OF_GROUP unsigned meta_group_size() const
    {
        return groups;
    }
    SIMT_METHOD_OF_GROUP void sync() const
    {
        __syncwarp(simt_mask());
    }
    SIMT_METHOD_OF_GROUP unsigned size() const
    {
        return (unsigned)__popc((int)lanes);
    }
    SIMT_METHOD_OF_GROUP unsigned num_threads() const
    {
        return size();
    }
    SIMT_METHOD_OF_GROUP unsigned thread_rank() const
    {
        return (unsigned)__popc((int)(lanes & ((1u << simt_lane()) - 1)));
    }
    template <class V> SIMT_METHOD_OF_GROUP V shfl(V x, int from) const
    {
        return simt_shuffle_value(SIMT_SHUFFLE_INDEX, lanes, x,
                                  simt_lane_at((unsigned)from), 32);
    }
    template <class V> SIMT_METHOD_OF_GROUP V shfl_up(V x, unsigned by) const
    {
        const unsigned rank = thread_rank();
        if (lanes == 0xffffffffu)
            return simt_shuffle_value(SIMT_SHUFFLE_UP, lanes, x, by, 32);
        return simt_shuffle_value(SIMT_SHUFFLE_INDEX, lanes, x,
                                  simt_lane_at(rank < by ? rank : rank - by),
                                  32);
    }
    template <class V> SIMT_METHOD_OF_GROUP V shfl_down(V x, unsigned by) const
    {
        const unsigned rank = thread_rank();
        if (lanes == 0xffffffffu)
            return simt_shuffle_value(SIMT_SHUFFLE_DOWN, lanes, x, by, 32);
        return simt_shuffle_value(
            SIMT_SHUFFLE_INDEX, lanes, x,
            simt_lane_at(by < size() - rank ? rank + by : rank), 32);
    }
    SIMT_METHOD_OF_GROUP int any(int p) const
    {
        return __any_sync(lanes, p);
    }
    SIMT_METHOD_OF_GROUP int all(int p) const
    {
        return __all_sync(lanes, p);
    }
    SIMT_METHOD_OF_GROUP unsigned ballot(int p) const
    {
        return simt_packed(__ballot_sync(lanes, p));
    }
    template <class V> SIMT_METHOD_OF_GROUP unsigned match_any(V x) const
    {
        return simt_packed(__match_any_sync(lanes, x));
    }
    template <class V>
    SIMT_METHOD_OF_GROUP unsigned match_all(V x, int &same) const
    {
        return simt_packed(__match_all_sync(lanes, x, &same));
    }
};

class grid_group
{
  public:
    __attribute__((error("the SIMT machine does not know grid.sync(): it needs "
                         "a cooperative launch"))) void
    sync() const;
    SIMT_METHOD_OF_GROUP static unsigned long long size()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z *
               thread_block::num_threads();
    }
    SIMT_METHOD_OF_GROUP static unsigned long long num_threads()
    {
        return size();
    }
    SIMT_METHOD_OF_GROUP static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    SIMT_METHOD_OF_GROUP static dim3 dim_blocks()
    {
        return gridDim;
    }
    SIMT_METHOD_OF_GROUP static dim3 group_dim()
    {
        return gridDim;
    }
    SIMT_METHOD_OF_GROUP static dim3 block_index()
    {
        return blockIdx;
    }
    SIMT_METHOD_OF_GROUP static unsigned long long block_rank()
    {
        return blockIdx.x +
               (unsigned long long)gridDim.x *
                   (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    SIMT_METHOD_OF_GROUP static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::num_threads() +
               thread_block::thread_rank();
    }
};

SIMT_INLINE thread_block this_thread_block()
{
    return thread_block();
}
SIMT_INLINE grid_group this_grid()
{
    return grid_group();
}
SIMT_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}
template <unsigned N, class Parent>
SIMT_INLINE thread_block_tile<N, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<N, Parent>();
}
template <class Group> SIMT_INLINE void sync(const Group &group)
{
    group.sync();
}
template <class Group> SIMT_INLINE auto thread_rank(const Group &group)
{
    return group.thread_rank();
}
template <class Group> SIMT_INLINE auto group_size(const Group &group)
{
    return group.num_threads();
}

} // namespace cooperative_groups

#include "cooperative_groups/partition.h"
