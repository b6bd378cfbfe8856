/* Scan of a section, wave by wave. A wave is a warp: 32 lanes.
 *
 *     section    3 1  7  0 |  4  1  6  3     (waves of 4, to draw it)
 *     [A]        3 4 11 11 |  4  5 11 14     each wave scans its cells
 *     totals          11          14
 *     [A] again       11          25         wave 0 scans the totals
 *     join       3 4 11 11 | 15 16 22 25     11 goes before wave 1
 *
 * Write the lines between FILL and END; 10 are enough. Leave the rest as
 * it is. The task: lectures/kogge-stone/labs/warp-scan/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK, WARP       threads of a block, and of a wave
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE, lane_of_thread() */

/* How many elements section number `section` has: the last one may
 * have fewer than BLOCK. */
DEVICE int elements_of(uint64_t section, uint64_t n)
{
    const uint64_t rest = n - section * BLOCK;
    return rest < BLOCK ? (int)rest : BLOCK;
}

/* Scans cell[0] to cell[count - 1] in place. All 32 lanes of one wave
 * call it; `count` may be more than 32, then 32 cells are scanned, or
 * less than 1, then none. */
DEVICE void scan_wave(T *cell, int count)
{
    const int lane = lane_of_thread(); /* 0 to 31: not threadIdx.x */

    /* FILL [A]: the steps, stride 1, 2, 4, 8, 16. In a step, the cell
     * of a lane takes in the one `stride` to its left, if there is one
     * and `lane` is below `count`. __syncwarp() makes the lanes of the
     * wave wait for each other. (10 lines) */

    /* END [A] */
}

__global__ void scan_sections(const T *in, T *out, T *totals,
                              uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ T total[WARP]; /* of each wave */
    const int i = (int)threadIdx.x, wave = i / WARP;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = elements_of(blockIdx.x, n);

    if (i < count)
        cell[i] = in[begin + i];
    __syncwarp(); /* [3] the wave's cells are loaded */
    scan_wave(cell + wave * WARP, count - wave * WARP);
    if (i == count - 1 || (i < count && lane_of_thread() == WARP - 1))
        total[wave] = cell[i];
    __syncthreads(); /* [4] wave 0 waits for the totals of all */
    if (wave == 0)
        scan_wave(total, (count + WARP - 1) / WARP);
    __syncthreads(); /* [5] all wait for wave 0 */
    if (wave > 0 && i < count)
        cell[i] = op(total[wave - 1], cell[i]);
    __syncthreads(); /* [6] an exclusive scan reads its neighbour's */
    if (i < count)
        out[begin + i] = !EXCLUSIVE ? cell[i]
                         : i > 0    ? cell[i - 1]
                                    : identity();
    if (i == count - 1 && gridDim.x > 1)
        totals[blockIdx.x] = cell[i];
}

/* Given. Block b joins the fold of sections 0 to b with each element of
 * section b + 1. `sums` are the totals, scanned by scan_sections. */
__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    T *const own = out + section * BLOCK;

    if (i == 0)
        before = sums[EXCLUSIVE ? section : section - 1];
    __syncthreads(); /* [7] all wait for thread 0 to fetch it */
    if (i < elements_of(section, n))
        own[i] = EXCLUSIVE && i == 0 ? before : op(before, own[i]);
}
