/* kernel.cu - segmented scan: reduce tiles, scan what they leave, scan tiles.
 *
 *     in           1 2 3 4 | 5 6 7 8 | 9 10 .  .     sums, tiles of 4
 *     flags        1 0 0 1 | 0 0 0 0 | 1  0 .  .
 *     totals             4        26                 the fold since the last
 *     heads              1         0                 head; is there a head?
 *     scan_totals        4        30
 *     scan_tiles   1 3 6 4 | 9 15 22 30 | 9 19
 *
 * A tile hands on a pair: whether it has a head, and the fold since its last
 * one. Pairs are joined as flags and elements are: (1, 4) then (0, 26) is
 * (1, 30), and whatever comes before a 1 is forgotten. So the totals, with
 * their heads as flags, are scanned by the same segmented scan.
 *
 * A thread needs one bit for each flag. Of a warp, a ballot gives all bits
 * at once, and a lane takes in the lane `stride` to its left if no head is
 * in between, at its own place included:
 *
 *     lane       0  1  2  3  4  5  6  7
 *     has_head   1  0  0  1  0  0  0  0
 *     reach      0  1  2  0  1  2  3  4      take in while stride <= reach
 *
 * Two choices save all tests for an edge: element 0 is a head, so nothing is
 * missing before the first thread; and after the last element each filler is
 * a head, so no op is applied to it.
 *
 * Cost: 3n + 5n/M ops at most; 3n elements and 2n flags.
 * Try it: `scanlab run segmented_scan -d simt -n 20 --exclusive`.
 * Source: Sengupta, Harris, Zhang, Owens, Graphics Hardware 2007; Sengupta,
 * Harris, Garland, NVR-2008-003 (reach); OpenCL course day 3.
 */
#include "gpu.h"
#include "tile_scan.h" /* load_tile(), store_tile(): M elements a thread */

extern __shared__ uint4 units[]; /* of the tile, for tile_scan.h */

/* -------------------------------------------------------------------- heads */

/* Bits 0 to k. */
DEVICE uint32_t bits_up_to(int k)
{
    return ALL_LANES >> (WARP - 1 - k);
}

/* The last bit that is set; without one 0. */
DEVICE int last_bit(uint32_t bits)
{
    return bits ? WARP - 1 - __clz((int)bits) : 0;
}

/* Bit i: the thread's own element i is a head. Neighbouring lanes read
 * neighbouring flags; lane r keeps the 32 answers to row r. */
DEVICE uint32_t heads_of_thread(const uint8_t *flags, uint64_t begin,
                                uint64_t n)
{
    const int lane = lane_of_thread();
    const uint64_t first = begin + stretch_of_thread() + lane;
    uint32_t mine = 0;

    UNROLLED
    for (int row = 0; row < M; row++) {
        const uint64_t i = first + row * WARP;
        const bool is_head = i < n ? flags[i] != 0 || i == 0 : true;
        const uint32_t heads = __ballot_sync(ALL_LANES, is_head);
        if (lane == row)
            mine = heads;
    }
    const int word = lane * M / WARP;
    const uint64_t low = __shfl_sync(ALL_LANES, mine, word);
    const uint64_t high = __shfl_sync(ALL_LANES, mine, (word + 1) % WARP);
    return (uint32_t)((high << WARP | low) >> lane * M % WARP) &
           bits_up_to(M - 1);
}

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
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    reduce_full_tiles(const T *in, const uint8_t *flags, T *totals,
                      uint8_t *heads)
{
    __shared__ T fold[WARPS];
    __shared__ bool has_head[WARPS];
    const int lane = lane_of_thread(), warp = (int)threadIdx.x / WARP;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    union own mine;

    load_tile(in + begin, TILE, &mine, units);
    const uint32_t own = heads_of_thread(flags, begin, begin + TILE);
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
        }
    }
}

/* --------------------------------------------------------------------- scan */

/* Called by all lanes of a warp: each x becomes the fold since the last head
 * up to this lane. */
DEVICE T scan_warp_segments(T x, uint32_t heads)
{
    const int lane = lane_of_thread();
    const int reach = lane - last_bit(heads & bits_up_to(lane));

    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(x, stride);
        if (stride <= reach)
            x = op(left, x);
    }
    return x;
}

/* Takes what a thread's own elements leave. Returns the fold since the last
 * head of all that comes before them, if `is_needed`: if element 0 of the
 * thread is no head. front[w] becomes the same before warp w; front[WARPS],
 * what the whole tile leaves. Precondition: thread 0 has written front[0],
 * unless nothing comes before the tile. */
DEVICE T scan_block_segments(T total, bool is_head, bool is_needed,
                             T front[WARPS + 1], bool has_head[WARPS])
{
    const int lane = lane_of_thread(), warp = (int)threadIdx.x / WARP;
    const uint32_t of_warp = __ballot_sync(ALL_LANES, is_head);
    const T upto = scan_warp_segments(total, of_warp);
    const T left = shuffle_up(upto, 1);

    if (lane == WARP - 1) {
        front[warp + 1] = upto;
        has_head[warp] = of_warp != 0;
    }
    __syncthreads(); /* [2] warp 0 waits for the totals of all warps */
    if (warp == 0) {
        const bool part = lane < WARPS;
        const uint32_t of_block =
            __ballot_sync(ALL_LANES, part ? has_head[lane] : true);
        const T sum = scan_warp_segments(
            part ? front[lane + 1] : identity(), of_block);
        if (part)
            front[lane + 1] =
                of_block & bits_up_to(lane) ? sum : op(front[0], sum);
    }
    __syncthreads(); /* [3] all warps wait for warp 0 */
    if (!is_needed || (lane > 0 && of_warp & bits_up_to(lane - 1)))
        return left;
    return lane == 0 ? front[warp] : op(front[warp], left);
}

/* `front` goes before each of the thread's elements up to its first head.
 * Exclusive: each becomes what comes before it, and a head the identity. */
DEVICE void distribute_segments(T mine[M], uint32_t heads, T front,
                                bool exclusive)
{
    if (exclusive)
        for (int i = M - 1; i >= 0; i--) {
            const bool is_before = !(heads & bits_up_to(i));
            if (heads >> i & 1)
                mine[i] = identity();
            else if (i == 0)
                mine[i] = front;
            else
                mine[i] = is_before ? op(front, mine[i - 1]) : mine[i - 1];
        }
    else
        for (int i = 0; i < M; i++)
            if (!(heads & bits_up_to(i)))
                mine[i] = op(front, mine[i]);
}

/* The tile that begins there, of n elements in all. Where a block scans
 * several tiles, a barrier is between them. In may be out. */
DEVICE void scan_tile_segments(const T *in, const uint8_t *flags, T *out,
                               uint64_t begin, uint64_t n, bool exclusive,
                               T front[WARPS + 1])
{
    __shared__ bool has_head[WARPS];
    const int count = count_from(begin, n);
    union own mine;

    load_tile(in + begin, count, &mine, units);
    const uint32_t heads = heads_of_thread(flags, begin, n);
    for (int i = 1; i < M; i++)
        if (!(heads >> i & 1))
            mine.x[i] = op(mine.x[i - 1], mine.x[i]);
    const T before = scan_block_segments(mine.x[M - 1], heads != 0,
                                         !(heads & 1), front, has_head);
    distribute_segments(mine.x, heads, before, exclusive);
    store_tile(out + begin, count, &mine, units);
}

/* One block scans all totals, however many. Inclusive always: totals[b] is
 * what comes before tile b + 1. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_totals(T *totals, const uint8_t *heads, uint64_t count)
{
    __shared__ T front[WARPS + 1];

    for (uint64_t begin = 0; begin < count; begin += TILE) {
        scan_tile_segments(totals, heads, totals, begin, count, false, front);
        const T total = front[WARPS];
        __syncthreads(); /* [4] all are done with the shared memory */
        if (threadIdx.x == 0)
            front[0] = total;
    }
}

/* Block b scans the b-th tile from the end, with what comes before it in
 * front: what reduce_full_tiles has read last is still in the cache. */
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_tiles(const T *in, const uint8_t *flags, T *out, const T *totals,
               uint64_t n)
{
    __shared__ T front[WARPS + 1];
    const uint32_t tile = gridDim.x - 1 - blockIdx.x;

    if (threadIdx.x == 0 && tile > 0)
        front[0] = totals[tile - 1];
    scan_tile_segments(in, flags, out, (uint64_t)tile * TILE, n, EXCLUSIVE,
                       front);
}
