/* kernel.cu - Blelloch: up-sweep, down-sweep; two elements per thread,
 * in shared memory.
 *
 *     input     a   b    c    d
 *     up 1      a   ab   c    cd      right children take in left ones
 *     up 2      a   ab   c    abcd    the root is the total: kept aside
 *     clear     a   ab   c    1       the root becomes the identity
 *     down 2    a   1    c    ab      left child: the parent; right:
 *     down 1    1   a    ab   abc     op(parent, old left child)
 *
 * Exclusive by nature. The inclusive scan is the same, one place to the
 * left, with the total at the end: it needs no op, and no subtraction, which
 * would not work for a maximum.
 *
 * A short section is a tree with fewer leaves: a node is kept in its
 * last leaf, and a node without a right child is the same as its left child. So
 * there is no padding, and no op on it.
 *
 * Shared memory has 32 banks of one word. Lanes of a warp that want
 * different words of one bank take turns: the larger the stride, the more
 * lanes. PADDING 1 leaves cells free to avoid these conflicts:
 *
 *     stride 1    bank  0  2  4 ... 30  0  2 ...   two in each
 *     stride 2          1  5  9 ... 29  1  5 ...   four
 *     padded            1  5  9 ... 29  2  6 ...   a place further on
 *
 * The Euro-Par paper's listing 3 has t + x[..] in the down-sweep: the
 * old left child is the left operand, which is right for sums only. In one
 * place the listing also lacks the x before a bracket.
 *
 * Cost for a section of m = 2^k: 2(m - 1) ops in a chain of 2k - 1; for other m
 * also 2(m - 1); then an op per element to join sections.
 * Source: Blelloch, Scans as Primitive Parallel Operations, IEEE Trans.
 * Computers 38 (1989); padding: Harris, Sengupta, Owens, GPU Gems 3.
 * Try it: swap the operands of the last op() in sweep_down() and run
 * `scanlab verify blelloch -d simt --source kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 256 /* threads; a section has twice as many elements */
#endif
#ifndef PADDING
#define PADDING 0 /* 1: cells are left free against bank conflicts */
#endif

/* ROW cells in a row begin in different banks; as many as there are
 * powers of two in it: 32 if T has 1 or 3 words, 8 if it has 4. */
enum {
    BANKS = 32,
    ROW = BANKS / (WORDS_OF_T & -WORDS_OF_T),
    SECTION = 2 * BLOCK,
    PLACES = PADDING ? SECTION + SECTION / (ROW - 1) : SECTION
};

/* Where a cell is. A place is free after each ROW cells, one more after
 * each ROW * ROW, and so on. So the sum of the cell's digits to base
 * ROW gives its bank, and ROW nodes side by side have different sums,
 * at every stride. */
DEVICE int place(int cell)
{
    int at = cell;

    for (int size = ROW; PADDING && size < SECTION; size *= ROW)
        at += cell / size;
    return at;
}

/* Thread i has node i of each level. */
DEVICE void sweep_up(T *cell, int count)
{
    for (int stride = 1; stride < SECTION; stride *= 2) {
        const int left = (2 * (int)threadIdx.x + 1) * stride - 1;
        const int end = left + stride;
        const int right = end < count ? end : count - 1;
        __syncthreads(); /* [1] the level below is written */
        if (left < right)
            cell[place(right)] =
                op(cell[place(left)], cell[place(right)]);
    }
}

DEVICE void sweep_down(T *cell, int count)
{
    for (int stride = SECTION / 2; stride > 0; stride /= 2) {
        const int left = (2 * (int)threadIdx.x + 1) * stride - 1;
        const int end = left + stride;
        const int right = end < count ? end : count - 1;
        __syncthreads(); /* [2] the level above is written */
        if (left < right) {
            const T old = cell[place(left)];
            const T parent = cell[place(right)];
            cell[place(left)] = parent;
            cell[place(right)] = op(parent, old);
        }
    }
}

/* Block b scans section b; totals[b] becomes its fold. */
__global__ void __launch_bounds__(BLOCK)
    scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[PLACES];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * SECTION;
    const int count = n - begin < SECTION ? (int)(n - begin) : SECTION;

    for (int k = i; k < count; k += BLOCK)
        cell[place(k)] = in[begin + k];
    sweep_up(cell, count);
    if (i == 0) { /* it made the root last, so needs no barrier */
        const T total = cell[place(count - 1)];
        cell[place(count - 1)] = identity();
        if (gridDim.x > 1)
            totals[blockIdx.x] = total;
        if (!EXCLUSIVE)
            out[begin + count - 1] = total;
    }
    sweep_down(cell, count);
    __syncthreads(); /* [3] all leaves are written */
    for (int k = i; k < count; k += BLOCK) {
        const T before = cell[place(k)];
        if (EXCLUSIVE)
            out[begin + k] = before;
        else if (k > 0)
            out[begin + k - 1] = before;
    }
}

/* Joins the prefix of section b + 1 with its elements; `sums` are the
 * scanned totals. */
__global__ void __launch_bounds__(BLOCK)
    join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t begin = section * SECTION;

    if (i == 0)
        before = sums[EXCLUSIVE ? section : section - 1];
    __syncthreads(); /* all threads wait until thread 0 has it */
    for (int k = i; k < SECTION && begin + k < n; k += BLOCK)
        out[begin + k] =
            EXCLUSIVE && k == 0 ? before : op(before, out[begin + k]);
}
