/* kernel.cu - reduce-then-scan: three launches, 3n traffic.
 *
 *     reduce_full_tiles   abcd  efgh  ijkl   one block per tile but the last
 *                         a..d  e..h         one element for each
 *     scan_totals         a..d  a..h         one block for all totals
 *     scan_tiles          abcd  efgh  ijkl   read again, and scanned ...
 *                               a..d  a..h   ... with what comes before
 *
 * tile_scan.h explains how a block scans a tile: read it first. This
 * file handles the tiles' totals.
 *
 * Cost: n elements in tiles of B*M: about 3n + 5n/M ops: to reduce, to
 * scan, to distribute. 3n traffic: a reduction writes one element per
 * tile, while a scan would write them all.
 * Source: the Futhark report, section 2.1; OpenCL course, day 3.
 * Try it: in reduce_tile(), swap the operands of op(sum, mine.x[i]) and run
 * `scanlab verify three_kernel -d simt --source kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "tile_scan.h" /* BLOCK threads, M elements for each */

extern __shared__ uint4 units[]; /* of the tile, for tile_scan.h */

/* Reduces a full tile. A thread reduces its own elements, a warp reduces by
 * a tree (reduce_warp of entries.h), and thread 0 gets the total. */
DEVICE T reduce_tile(const T *in, T fold[WARPS])
{
    const int thread = (int)threadIdx.x;
    union own mine;

    TRACE_PHASE(load);
    load_tile(in, TILE, &mine, units);
    TRACE_PHASE(scan);
    T sum = mine.x[0];
    for (int i = 1; i < M; i++)
        sum = op(sum, mine.x[i]);
    sum = reduce_warp(sum, WARP);
    if (lane_of_thread() == 0)
        fold[thread / WARP] = sum;
    __syncthreads(); /* warp 0 waits for the totals of all warps */
    if (thread < WARP)
        sum = reduce_warp(thread < WARPS ? fold[thread] : identity(),
                        WARPS);
    return sum;
}

/* Block b reduces tile b. Nothing comes after the last tile, so it has no
 * block, and all others are full. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    reduce_full_tiles(const T *in, T *totals)
{
    __shared__ T fold[WARPS];
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;

    TRACE_TICKET(blockIdx.x, begin, TILE);
    const T sum = reduce_tile(in + begin, fold);

    if (threadIdx.x == 0) {
        totals[blockIdx.x] = sum;
        TRACE_PUBLISH(blockIdx.x, TRACE_A, sum);
    }
}

/* One block scans all totals, however many. Always inclusive: totals[b]
 * is the prefix of tile b + 1. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_totals(T *totals, uint64_t count)
{
    __shared__ T front[WARPS + 1];

    scan_tiles_in_turn(totals, totals, count, false, units, front);
}

/* Block b scans the b-th tile from the end, joined with its prefix:
 * what reduce_full_tiles read last is still in the cache. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_tiles(const T *in, T *out, const T *totals, uint64_t n)
{
    __shared__ T front[WARPS + 1];
    const uint32_t tile = gridDim.x - 1 - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(tile, begin, count);
    if (threadIdx.x == 0 && tile > 0)
        front[0] = totals[tile - 1];
    scan_tile(in + begin, out + begin, count, tile > 0, EXCLUSIVE, units,
              front);
}
