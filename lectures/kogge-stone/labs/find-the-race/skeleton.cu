/* Scan of a section with a mistake: it is right with 512 threads, and
 * wrong with 1024.
 *
 *     cell      3 1 7 0 | 4 1 6 3      (waves of 4, to draw it)
 *     scanned   3 4 11 11 | 4 5 11 14  each wave scans its cells
 *     totals    11 14                  the last lane of wave w puts them
 *                                      into cell w: no array is needed
 *
 * Correct the lines between FILL and END; 7 are enough. Leave the rest as
 * it is. The task: lectures/kogge-stone/labs/find-the-race/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK, WARP       threads of a block, and of a wave
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE, shuffle_up() */

/* How many elements section number `section` has: the last one may
 * have fewer than BLOCK. */
DEVICE int elements_of(uint64_t section, uint64_t n)
{
    const uint64_t rest = n - section * BLOCK;
    return rest < BLOCK ? (int)rest : BLOCK;
}

/* Lane k, below `lanes`, gets the fold of the x of lanes 0 to k. */
DEVICE T scan_wave(T x, int lanes)
{
    const int lane = lane_of_thread();

    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(x, stride);
        if (lane >= stride && lane < lanes)
            x = op(left, x);
    }
    return x;
}

/* The fold of the x of this thread and all before it, if it is one of
 * the first `count`. `cell` has BLOCK elements. */
DEVICE T scan_block(T x, int count, T *cell)
{
    const int i = (int)threadIdx.x, wave = i / WARP;
    const int lane = lane_of_thread();

    x = scan_wave(x, count - wave * WARP);
    if (i < count)
        cell[i] = x;
    __syncthreads(); /* [1] all cells are written */

    /* FILL [A]: the last lane of wave w puts the wave's total into cell
     * w; then wave 0 scans the totals. Mend it. (7 lines) */
    const bool is_last =
        i < count && (lane == WARP - 1 || i == count - 1);
    if (is_last)
        cell[wave] = cell[i];
    __syncthreads(); /* [3] wave 0 waits for all totals */
    /* END [A] */

    if (wave == 0) {
        const int waves = (count + WARP - 1) / WARP;
        const T upto =
            scan_wave(lane < waves ? cell[lane] : identity(), waves);
        if (lane < waves)
            cell[lane] = upto;
    }
    __syncthreads(); /* [4] all wait for wave 0 */
    return wave > 0 && i < count ? op(cell[wave - 1], x) : x;
}

__global__ void scan_sections(const T *in, T *out, T *totals,
                              uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = elements_of(blockIdx.x, n);
    const T own = i < count ? in[begin + i] : identity();
    const T sum = scan_block(own, count, cell);

    __syncthreads(); /* [5] all have read the totals */
    if (i < count)
        cell[i] = sum;
    __syncthreads(); /* [6] an exclusive scan reads its neighbour's */
    if (i < count)
        out[begin + i] = !EXCLUSIVE ? sum
                         : i > 0    ? cell[i - 1]
                                    : identity();
    if (i == count - 1 && gridDim.x > 1)
        totals[blockIdx.x] = sum;
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
