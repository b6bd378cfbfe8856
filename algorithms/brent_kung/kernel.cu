/* kernel.cu - Brent-Kung: up a tree and down again, one section per block, in
 * shared memory.
 *
 *     input    a  b   c   d     e   f    g    h
 *     up 1     a  ab  c   cd    e   ef   g    gh       pairs,
 *     up 2     a  ab  c   abcd  e   ef   g    efgh     pairs of pairs
 *     top      .  .   .   abcd  .   .    .    a..h     a plain loop:
 *     down 2   .  .   .   .     .   a..f .    .        the folds between
 *     down 1   a  ab  abc .     a..e .   a..g .        SEQUENTIAL 2
 *
 * The Euro-Par paper's space: BLOCK elements of a section (BS), FACTOR
 * children of a node (BF; 2 above), and SEQUENTIAL: the tree ends when
 * that many folds are left, and one loop scans them (SE; the tree depth
 * TD is the number of levels until then, log_BF(BS/SE)). A thread has
 * one group of FACTOR nodes of a level.
 *
 * Its listings do not run as printed. Corrected here:
 *     3   the down-sweep ends in t + x[..], where t, the left sibling,
 *         belongs on the right: correct for sums only
 *     4   it reduces chunks that are scanned already: it must reduce
 *         the input's chunks, or take the last of each scanned one
 *     5   the down-sweep scans the partials instead of the input that
 *         they were computed from
 *     8   lines 6-9 count i and use k, lines 13-16 count k and use i;
 *         line 12 takes up2[i], but the prefix is up2[i-1]
 * The paper's tree starts from 0 and is exclusive, like Blelloch's;
 * this one is the original, inclusive, without an identity.
 *
 * Cost for a section of B = 2^k, FACTOR 2, SEQUENTIAL 1: 2(B-1) - k ops
 * in a chain of 2k - 2; then an op per element to join sections.
 * Source: Brent and Kung, IEEE Trans. Computers C-31 (1982); parameters
 * from Pizzuti, Steuwer, Dubach, Euro-Par 2022.
 * Try it: `scanlab measure brent_kung -d simt -n 2^16 --factor 4`: it
 * has fewer barriers and deeper chains.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 512 /* elements of a section */
#endif
#ifndef FACTOR
#define FACTOR 2 /* children of a node */
#endif
#ifndef SEQUENTIAL
#define SEQUENTIAL 1 /* folds that are left to a plain loop */
#endif

enum { THREADS = BLOCK / FACTOR };

/* A node is kept in its last cell; a node has `size` cells. */
DEVICE int cell_of(int node, int size)
{
    return (node + 1) * size - 1;
}

/* Scans group i of a level: every node takes in its left neighbour. */
DEVICE void scan_group(T *cell, int i, int nodes, int size)
{
    for (int node = i * FACTOR + 1; node < (i + 1) * FACTOR; node++)
        if (node < nodes)
            cell[cell_of(node, size)] =
                op(cell[cell_of(node - 1, size)],
                   cell[cell_of(node, size)]);
}

/* Joins the last node of group i, which is final, with all nodes of the
 * next group but its last, which is final too. */
DEVICE void join_group(T *cell, int i, int nodes, int size)
{
    const int begin = (i + 1) * FACTOR;

    for (int node = begin; node < begin + FACTOR - 1; node++)
        if (node < nodes)
            cell[cell_of(node, size)] =
                op(cell[cell_of(begin - 1, size)],
                   cell[cell_of(node, size)]);
}

DEVICE void scan_section(T *cell, int count)
{
    const int i = (int)threadIdx.x;
    int size = 1;

    for (; count / size > SEQUENTIAL; size *= FACTOR) {
        __syncthreads(); /* [1] the level below is written */
        scan_group(cell, i, count / size, size);
    }
    __syncthreads(); /* [2] thread 0 waits for what all have written */
    if (i == 0)
        for (int node = 1; node < count / size; node++)
            cell[cell_of(node, size)] =
                op(cell[cell_of(node - 1, size)],
                   cell[cell_of(node, size)]);
    for (size /= FACTOR; size > 0; size /= FACTOR) {
        __syncthreads(); /* [3] the level above is written */
        join_group(cell, i, count / size, size);
    }
    __syncthreads(); /* [4] all cells are written */
}

/* Block b scans section b; totals[b] becomes its fold. */
__global__ void __launch_bounds__(THREADS)
    scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = n - begin < BLOCK ? (int)(n - begin) : BLOCK;

    for (int k = i; k < count; k += THREADS)
        cell[k] = in[begin + k];
    scan_section(cell, count);
    if (i == 0 && gridDim.x > 1)
        totals[blockIdx.x] = cell[count - 1];
    for (int k = i; k < count; k += THREADS)
        out[begin + k] = !EXCLUSIVE ? cell[k]
                         : k == 0   ? identity()
                                    : cell[k - 1];
}

/* Joins the prefix of section b + 1 with its elements; `sums` are the
 * scanned totals. */
__global__ void __launch_bounds__(THREADS)
    join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t begin = section * BLOCK;

    if (i == 0)
        before = sums[EXCLUSIVE ? section : section - 1];
    __syncthreads(); /* all threads wait until thread 0 has it */
    for (int k = i; k < BLOCK && begin + k < n; k += THREADS)
        out[begin + k] =
            EXCLUSIVE && k == 0 ? before : op(before, out[begin + k]);
}
