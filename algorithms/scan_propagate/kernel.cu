/* kernel.cu - scan-then-propagate: three launches, 4n traffic.
 *
 *     scan_tiles    abcd  efgh  ijkl    one block per tile
 *                   a..d  e..h  i..l    each scanned by itself
 *     scan_totals   a..d  a..h          one block for all totals
 *     propagate           efgh  ijkl    each tile but the first, joined
 *                         a..d  a..h    with what comes before it
 *
 * tile_scan.h explains how a block scans a tile: read it first. This
 * file handles the tiles' totals.
 *
 * Euro-Par's listing 4 computes totals from tiles that are scanned
 * already; here a total is the fold of the tile's input.
 *
 * Cost: n elements in tiles of B*M: about 3n + 5n/M ops: to scan, to
 * distribute, to propagate. 4n traffic: launches 1 and 3 read and write
 * everything.
 * Source: Euro-Par 2022 text, figure 1b and listing 1; Harris, Sengupta
 * and Owens, GPU Gems 3, chapter 39.
 * Try it: copy tile_scan.h next to a copy of this file, delete its barrier
 * [1], after which the next tile's carry is kept, and run
 * `scanlab verify scan_propagate:block=64,items=1 -d simt -n 5000
 * --source kernel.cu`: 78 totals, which fill two tiles.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "tile_scan.h" /* BLOCK threads, M elements for each */

extern __shared__ uint4 units[]; /* of the tile, for tile_scan.h */

/* Block b scans tile b; nothing comes after the last one's total. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_tiles(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T front[WARPS + 1];
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(blockIdx.x, begin, count);
    scan_tile(in + begin, out + begin, count, false, EXCLUSIVE, units,
              front);
    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        totals[blockIdx.x] = front[WARPS];
}

/* One block scans all totals, however many. Always inclusive: totals[b]
 * is the prefix of tile b + 1. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_totals(T *totals, uint64_t count)
{
    __shared__ T front[WARPS + 1];

    scan_tiles_in_turn(totals, totals, count, false, units, front);
}

/* `before`: in thread 0, the prefix of the tile. */
DEVICE void propagate_to(T *tile, int count, T before, T *front)
{
    union own mine;

    TRACE_PHASE(load);
    load_tile(tile, count, &mine, units);
    if (threadIdx.x == 0)
        *front = before;
    __syncthreads(); /* all wait for thread 0's element */
    TRACE_PHASE(store);
    put_before(mine.x, count, EXCLUSIVE, *front);
    store_tile(tile, count, &mine, units);
}

/* Block b takes the b-th tile from the end: what scan_tiles wrote last
 * is still in the cache. There is a block for each total. A full tile
 * is compiled separately. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    propagate(T *out, const T *totals, uint64_t n)
{
    __shared__ T front;
    const uint32_t tile = gridDim.x - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n);
    const T before = threadIdx.x == 0 ? totals[tile - 1] : identity();

    TRACE_TICKET(tile, begin, count);
    if (count == TILE)
        propagate_to(out + begin, TILE, before, &front);
    else
        propagate_to(out + begin, count, before, &front);
}
