/* kernel.cu - Kogge-Stone scan of one section per block.
 *
 *     input      a   b    c    d
 *     stride 1   a   ab   bc   cd      each cell takes in its left
 *     stride 2   a   ab   abc  abcd    neighbour, then the cell two to
 *                                      the left, ...
 *
 * A step needs all old values before it writes new ones:
 *
 *     DOUBLE_BARRIER   one copy of the cells; a barrier between reading
 *                      and writing, and one before the next step
 *     DOUBLE           two copies, read and written in turn: one
 *                      barrier per step, twice the shared memory
 *
 * Sections are joined level by level: their totals are scanned by the same
 * kernel, and so are the totals of those, until one section is left; then
 * join_sections() goes back down.
 *
 *     section      abcd        efgh        ijkl
 *     scan      a..a - a..d  e..e - e..h  i..i - i..l
 *     totals       a..d  ----> a..h  ----> (a..l)   scanned in turn
 *     join                   a..e - a..h  a..i - a..l
 *
 * The lecture calls its kernel incomplete, and it is. With only one barrier in
 * a step, a thread may read a cell that its neighbour has already changed. The
 * store at its end has no guard, so it writes past the end if the last section
 * is short. Both mistakes are corrected here: the first with the second barrier
 * that the lecture's text demands, or with its two copies; the other with a
 * guard like that of the load.
 *
 * Cost for a section of B: log2(B) steps, B*log2(B) - (B-1) ops. Then
 * an op for each element outside the first section, and 4n traffic.
 * Source: Kogge and Stone, IEEE Trans. Computers C-22 (1973); ECE408
 * lecture 16.
 * Try it: delete barrier [2] and run
 * `scanlab verify kogge_stone -d simt --source kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#define DOUBLE_BARRIER 0 /* values of FORM */
#define DOUBLE         1

#ifndef BLOCK
#define BLOCK 256 /* threads, and elements of a section */
#endif
#ifndef FORM
#define FORM DOUBLE_BARRIER
#endif

enum { COPIES = FORM == DOUBLE ? 2 : 1 };

/* How many elements section number `section` has: the last one may
 * have fewer than BLOCK. */
DEVICE int elements_of(uint64_t section, uint64_t n)
{
    const uint64_t rest = n - section * BLOCK;
    return rest < BLOCK ? (int)rest : BLOCK;
}

#if FORM == DOUBLE_BARRIER
/* Scans the first `count` cells; returns where the result is. */
DEVICE const T *scan_cells(T cells[COPIES][BLOCK], int count)
{
    T *const cell = cells[0];
    const int i = (int)threadIdx.x;

    for (int stride = 1; stride < count; stride *= 2) {
        const bool joins = i >= stride && i < count;
        T sum = identity(); /* of a cell that stays as it is */
        __syncthreads();    /* [1] readers wait for the writers: of the
                               input, then of the step before */
        if (joins)
            sum = op(cell[i - stride], cell[i]);
        __syncthreads(); /* [2] writers wait until all have read */
        if (joins)
            cell[i] = sum;
    }
    return cell;
}
#else
/* Scans the first `count` cells; returns where the result is. */
DEVICE const T *scan_cells(T cells[COPIES][BLOCK], int count)
{
    T *from = cells[0], *to = cells[1];
    const int i = (int)threadIdx.x;

    for (int stride = 1; stride < count; stride *= 2) {
        __syncthreads(); /* [1] readers wait for the writers of `from`;
                            writers, for the last step's readers of
                            `to`: one barrier for both */
        if (i < count)
            to[i] =
                i < stride ? from[i] : op(from[i - stride], from[i]);
        T *const read = from;
        from = to;
        to = read;
    }
    return from;
}
#endif

/* Block b scans section b, and stores its total if there are others. */
__global__ void __launch_bounds__(BLOCK)
    scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cells[COPIES][BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = elements_of(blockIdx.x, n);

    if (i < count)
        cells[0][i] = in[begin + i];
    const T *const sum = scan_cells(cells, count);
    if (EXCLUSIVE)
        __syncthreads(); /* [3] the left neighbour's sum is in place */
    if (i < count)
        out[begin + i] = !EXCLUSIVE ? sum[i]
                         : i > 0    ? sum[i - 1]
                                    : identity();
    if (i == count - 1 && gridDim.x > 1)
        totals[blockIdx.x] = sum[i];
}

/* Block b joins the prefix of section b + 1 with its elements. An
 * exclusive section's first element was the identity: no op for it. */
__global__ void __launch_bounds__(BLOCK)
    join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    T *const own = out + section * BLOCK;

    if (i == 0)
        before = sums[EXCLUSIVE ? section : section - 1];
    __syncthreads(); /* [4] all threads wait until thread 0 has it */
    if (i < elements_of(section, n))
        own[i] = EXCLUSIVE && i == 0 ? before : op(before, own[i]);
}
