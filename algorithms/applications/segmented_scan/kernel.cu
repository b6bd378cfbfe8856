/* kernel.cu - segmented scan, in four forms. three_kernels reduces tiles,
 * scans their totals, and scans tiles:
 *
 *     in           1 2 3 4 | 5 6 7 8 | 9 10 .  .     sums, tiles of 4
 *     flags        1 0 0 1 | 0 0 0 0 | 1  0 .  .
 *     totals             4        26                 the fold since the last
 *     heads              1         0                 head; is there a head?
 *     scan_totals        4        30
 *     scan_tiles   1 3 6 4 | 9 15 22 30 | 9 19
 *
 * A tile passes on a pair: whether it has a head, and the fold since its last
 * one. Pairs are joined like flags and elements: (1, 4) then (0, 26) is
 * (1, 30), and whatever comes before a 1 is forgotten. So the totals, with
 * their heads as flags, are scanned by the same segmented scan.
 *
 * one_pass reads the input once and looks back:
 * applications/segments/segments_one_pass.h. For both,
 * applications/segments/segments.h explains how a block scans a tile.
 * look_ahead also reads the input once, with persistent blocks: flags_ahead.h.
 * sweeps goes up and down a tree over the whole array: flag_sweeps.h.
 *
 * Cost: 3n + 5n/M ops at most; traffic: 2n elements and n flags, or 3n and 2n
 * in three_kernels.
 * Try it: `scanlab run segmented_scan -d simt -n 20 --exclusive`.
 * Source: Sengupta, Harris, Zhang, Owens, Graphics Hardware 2007; Sengupta,
 * Harris, Garland, NVR-2008-003 (reach); OpenCL course day 3.
 */
#include "gpu.h"

#ifndef FORM
#define FORM 0
#endif

extern __shared__ uint4 units[]; /* of the tile, or of the ring */

#if FORM == 2
#include "applications/segmented_scan/flags_ahead.h"
#elif FORM == 3
#include "applications/segmented_scan/flag_sweeps.h"
#else
#include "tile_scan.h" /* load_tile(), store_tile(): M per thread */
#include "applications/segments/segments.h"

/* -------------------------------------------------------------------- heads */

/* A thread's flags in one access, if they are a multiple of 4 bytes. */
enum {
    FLAG_BYTES = M % 16 == 0  ? 16
                 : M % 8 == 0 ? 8
                 : M % 4 == 0 ? 4
                              : 1
};

struct __align__(FLAG_BYTES) flags_unit
{
    uint8_t flag[FLAG_BYTES];
};

/* For a full tile, whose flags are aligned to units. */
DEVICE uint32_t heads_in_units(const uint8_t *flags)
{
    const struct flags_unit *const own =
        (const struct flags_unit *)(flags + threadIdx.x * M);
    uint32_t heads = 0;

    UNROLLED
    for (int unit = 0; unit < M / FLAG_BYTES; unit++) {
        const struct flags_unit now = own[unit];
        UNROLLED
        for (int i = 0; i < FLAG_BYTES; i++)
            heads |= (uint32_t)(now.flag[i] != 0)
                     << (unit * FLAG_BYTES + i);
    }
    return heads;
}

/* For any tile: neighbouring lanes read neighbouring flags. For a row of a
 * warp, one vote gives all bits; lane r keeps those of row r. */
DEVICE uint32_t heads_by_votes(const uint8_t *flags, uint64_t begin,
                               uint64_t n)
{
    const int lane = lane_of_thread();
    const uint64_t first = begin + stretch_of_thread() + lane;
    uint32_t mine = 0;

    UNROLLED
    for (int row = 0; row < M; row++) {
        const uint64_t i = first + row * WARP;
        const uint32_t heads =
            __ballot_sync(ALL_LANES, i < n ? flags[i] != 0 : true);
        if (lane == row)
            mine = heads;
    }
    const int word = lane * M / WARP;
    const uint32_t low = __shfl_sync(ALL_LANES, mine, word);
    const uint32_t high = __shfl_sync(ALL_LANES, mine, (word + 1) % WARP);
    return bits_of_lane(low, high);
}

/* Bit i: the thread's own element i is a head. Element 0 always is. */
DEVICE uint32_t heads_of_thread(const uint8_t *flags, uint64_t begin,
                                uint64_t n)
{
    const bool in_units = FLAG_BYTES > 1 && begin + TILE <= n &&
                          (uint64_t)flags % FLAG_BYTES == 0;
    const uint32_t heads = in_units ? heads_in_units(flags + begin)
                                    : heads_by_votes(flags, begin, n);

    return heads | (begin == 0 && threadIdx.x == 0);
}

#if FORM == 0 /* three_kernels */
/* ------------------------------------------------------------------- reduce */

/* Lane 0 gets the fold since the last head of the first `lanes` lanes. */
DEVICE T reduce_since_head(T x, uint32_t heads, int lanes)
{
    const int head = last_bit(heads);

    return reduce_warp(shuffle_from(x, (lane_of_thread() + head) % WARP),
                       lanes - head);
}

/* Block b reduces tile b. Nothing comes after the last tile, so it has no
 * block, and all others are full. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    reduce_full_tiles(const T *in, const uint8_t *flags, T *totals,
                      uint8_t *heads)
{
    __shared__ T fold[WARPS];
    __shared__ bool has_head[WARPS];
    const int lane = lane_of_thread(), warp = (int)threadIdx.x / WARP;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    union own mine;

    TRACE_TICKET(blockIdx.x, begin, TILE);
    TRACE_PHASE(load);
    load_tile(in + begin, TILE, &mine, units);
    const uint32_t own = heads_of_thread(flags, begin, begin + TILE);
    TRACE_PHASE(reduce);
    T sum = mine.x[0];
    for (int i = 1; i < M; i++)
        if (i <= last_bit(own))
            sum = mine.x[i]; /* what comes before the last head is not used */
        else
            sum = op(sum, mine.x[i]);

    const uint32_t of_warp = __ballot_sync(ALL_LANES, own != 0);
    sum = reduce_since_head(sum, of_warp, WARP);
    if (lane == 0) {
        fold[warp] = sum;
        has_head[warp] = of_warp != 0;
    }
    __syncthreads(); /* [1] warp 0 waits for the totals of all warps */
    if (warp == 0) {
        const bool part = lane < WARPS;
        const uint32_t of_block =
            __ballot_sync(ALL_LANES, part && has_head[lane]);
        sum = reduce_since_head(part ? fold[lane] : identity(), of_block,
                                WARPS);
        if (lane == 0) {
            totals[blockIdx.x] = sum;
            heads[blockIdx.x] = of_block != 0;
            TRACE_PUBLISH(blockIdx.x, TRACE_A, sum);
        }
    }
}

/* --------------------------------------------------------------------- scan */

/* Scans the tile that begins at `begin`, of n elements in all. If a block scans
 * several tiles, a barrier is between them. in may be out. Precondition:
 * thread 0 has written front[0], unless nothing comes before the tile. */
DEVICE void scan_tile_segments(const T *in, const uint8_t *flags, T *out,
                               uint64_t begin, uint64_t n, bool exclusive,
                               struct left *tile)
{
    const int count = count_from(begin, n);
    union own mine;

    TRACE_PHASE(load);
    load_tile(in + begin, count, &mine, units);
    const uint32_t heads = heads_of_thread(flags, begin, n);
    TRACE_PHASE(scan);
    const uint32_t of_warp = __ballot_sync(ALL_LANES, heads != 0);
    scan_own_segments(mine.x, heads);
    const T left = leave_warp(mine.x[M - 1], of_warp, tile);
    __syncthreads(); /* [2] warp 0 waits for all warps' results */
    if (threadIdx.x < WARP) {
        uint32_t of_block;
        const T upto = scan_warp_totals(tile, &of_block);
        put_fronts(tile, upto, of_block);
    }
    __syncthreads(); /* [3] all warps wait for warp 0 */
    const T before = front_of_thread(left, of_warp, !(heads & 1), tile);
    TRACE_PHASE(store);
    distribute_segments(mine.x, heads, before, exclusive);
    store_tile(out + begin, count, &mine, units);
}

/* One block scans all totals, however many. Always inclusive: totals[b]
 * is the prefix of tile b + 1. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_totals(T *totals, const uint8_t *heads, uint64_t count)
{
    __shared__ struct left left;

    for (uint64_t begin = 0; begin < count; begin += TILE) {
        scan_tile_segments(totals, heads, totals, begin, count, false,
                           &left);
        const T total = left.front[WARPS];
        __syncthreads(); /* [4] all are done with the shared memory */
        if (threadIdx.x == 0)
            left.front[0] = total;
    }
}

/* Block b scans the b-th tile from the end, joined with its prefix: what
 * reduce_full_tiles read last is still in the cache. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_tiles(const T *in, const uint8_t *flags, T *out, const T *totals,
               uint64_t n)
{
    __shared__ struct left left;
    const uint32_t tile = gridDim.x - 1 - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * TILE;

    TRACE_TICKET(tile, begin, count_from(begin, n));
    if (threadIdx.x == 0 && tile > 0)
        left.front[0] = totals[tile - 1];
    scan_tile_segments(in, flags, out, begin, n, EXCLUSIVE, &left);
}
#else
#include "applications/segments/segments_one_pass.h"

__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_in_one_pass(const T *in, const uint8_t *flags, T *out, uint64_t n,
                     uint32_t *counter, uint64_t *words, uint32_t launch)
{
    __shared__ struct one_pass shared;
    struct descriptors tiles;
    union own mine;

    tiles.words = words;
    tiles.launch = launch;
    take_ticket(counter, &shared);
    __syncthreads(); /* [5] all wait for thread 0's draw */
    const uint64_t begin = (uint64_t)shared.ticket * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(shared.ticket, begin, count);
    TRACE_PHASE(load);
    load_tile(in + begin, count, &mine, units);
    const uint32_t heads = heads_of_thread(flags, begin, n);
    TRACE_PHASE(scan);
    scan_mine_in_one_pass(mine.x, heads, &tiles, &shared);
    TRACE_PHASE(store);
    store_tile(out + begin, count, &mine, units);
}
#endif
#endif
