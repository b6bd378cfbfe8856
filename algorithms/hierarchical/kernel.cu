/* kernel.cu - the hierarchical scan of the OpenCL course, step by step.
 *
 *     groups      0                   1
 *     tiles       abcdefgh ijkl....   ........ ........   in a loop
 *
 *     a tile: M = 2 elements for each thread, waves of 2 threads
 *     0 load      ae   bf   cg   dh     coalesced, then exchanged:
 *     1 thread    a-ab c-cd e-ef g-gh   each scans its own elements
 *     2 publish   ab   cd   ef   gh     in local (shared) memory
 *     3 wave      ab   a..d ef   e..h   each wave scans its threads'
 *     4 group          a..d      a..h   one wave scans the waves' lasts;
 *                                       then each element takes them in
 *     all groups
 *     5 gather    a..p                  one group scans the groups' lasts
 *     6 add                             each element takes in all that
 *                                       comes before its group
 *
 * tile_scan.h explains steps 0, 1 and 4: read it first.
 *
 * "Virtualize": when n is large, a group scans many tiles with a
 * running carry. The number of groups is at most the number of elements in a
 * tile, so step 5 fits into one group.
 *
 * The course's terms, and CUDA's: wave(front) = warp, work-group =
 * block, local memory = shared memory.
 *
 * Corrections made here. The course's wave scan, "forall i: B[i] <-
 * B[i-h] op B[i]", needs all reads done before the first write: see
 * WAVE. Its down-sweeps give the right child "left op parent", and the
 * segmented one also forgets to move the parent's value to the left child; what
 * comes first must be the left operand, as it always is here, without a
 * down-sweep. And when the last lane of wave w stores its fold in the cell of
 * thread w, a wave may still be reading that cell: here the folds of last lanes
 * have a separate array, front[].
 *
 * Cost: about 3n + 5n/M ops; 4n traffic, "2 reads and 2 writes".
 * Source: Oancea and Henriksen, OpenCL Day 3, "Intra-Wave Inclusive
 * Scan", "OpenCL Scan Implementation".
 * Try it: `scanlab verify hierarchical:lockstep -d simt`, then the same
 * with `--lockstep`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

/* Values of WAVE: */
#define LOCKSTEP 0 /* in shared memory, no lane waits */
#define SYNCWARP 1 /* in shared memory, the lanes of a wave wait */
#define SHUFFLE  2 /* from register to register */

#ifndef BLOCK
#define BLOCK 256 /* threads */
#endif
#ifndef WAVE
#define WAVE SHUFFLE /* how a wave scans */
#endif

/* ---------------------------------------------------- steps 2 and 3 */

/* SHUFFLE is the scan_warp() of tile_scan.h. These take its place: */
#if WAVE != SHUFFLE
#define OWN_SCAN_WARP
#endif

#if WAVE == SYNCWARP
DEVICE T scan_warp(T *x, bool part)
{
    __shared__ T cell[BLOCK];
    const int thread = (int)threadIdx.x, lane = lane_of_thread();

    if (part)
        cell[thread] = *x;
    __syncwarp(); /* all lanes have published before any reads */
    for (int stride = 1; stride < WARP; stride *= 2) {
        const bool takes = part && lane >= stride;
        if (takes)
            *x = op(cell[thread - stride], *x);
        __syncwarp(); /* all lanes have read before any writes */
        if (takes)
            cell[thread] = *x;
        __syncwarp(); /* all lanes have written before any reads */
    }
    return part && lane > 0 ? cell[thread - 1] : *x;
}
#elif WAVE == LOCKSTEP
/* As in the course. Right only if all lanes of a wave run in lockstep,
 * as on GPUs before Volta; on others it is a race. At the time, cells
 * were also `volatile`, so that no compiler kept them in registers;
 * that makes no lane wait for another. */
DEVICE T scan_warp(T *x, bool part)
{
    __shared__ T cell[BLOCK];
    const int thread = (int)threadIdx.x, lane = lane_of_thread();

    if (part)
        cell[thread] = *x;
    for (int stride = 1; stride < WARP; stride *= 2)
        if (part && lane >= stride)
            cell[thread] = *x = op(cell[thread - stride], *x);
    return part && lane > 0 ? cell[thread - 1] : *x;
}
#endif

#define TILE_PHASE(name) /* a trace shows its barriers instead */

#include "tile_scan.h" /* BLOCK threads, M elements for each */

/* ---------------------------------------------------------- kernels */

extern __shared__ uint4 units[]; /* of the tile, for tile_scan.h */

DEVICE uint64_t end_of_group(uint64_t begin, uint64_t turns, uint64_t n)
{
    return n - begin < turns * TILE ? n : begin + turns * TILE;
}

/* Steps 0 to 4 for `turns` tiles, each joined with those before it;
 * then stores the group's last, unless it is the last group. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_groups(const T *in, T *out, T *lasts, uint64_t n,
                uint64_t turns)
{
    __shared__ T front[WARPS + 1];
    const uint64_t begin = blockIdx.x * turns * TILE;
    const uint64_t end = end_of_group(begin, turns, n);
    const T last =
        scan_tiles_in_turn(in + begin, out + begin, end - begin,
                           EXCLUSIVE, units, front);

    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        lasts[blockIdx.x] = last;
}

/* Step 5: one group, one tile. Always inclusive: lasts[g] is the prefix
 * of group g + 1. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_lasts(T *lasts, uint64_t count)
{
    __shared__ T front[WARPS + 1];

    scan_tile(lasts, lasts, (int)count, false, false, units, front);
}

/* Step 6: block g joins the prefix of group g + 1 with each of the
 * group's elements. */
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    add_lasts(T *out, const T *lasts, uint64_t n, uint64_t turns)
{
    __shared__ T front;
    const uint64_t first = ((uint64_t)blockIdx.x + 1) * turns * TILE;
    const uint64_t end = end_of_group(first, turns, n);
    union own mine;

    if (threadIdx.x == 0)
        front = lasts[blockIdx.x];
    __syncthreads(); /* all wait for thread 0 to fetch it */
    for (uint64_t begin = first; begin < end; begin += TILE) {
        const int count = count_from(begin, end);
        load_tile(out + begin, count, &mine, units);
        put_before(mine.x, count, EXCLUSIVE && begin == first, front);
        store_tile(out + begin, count, &mine, units);
        __syncwarp(); /* all lanes have read the stretch */
    }
}
