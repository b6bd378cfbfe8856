/* kernel.cu - scan_then_reduce(512); sequential(8); blelloch(2)
 *
 *      512 elements in a section
 *       64 runs of 8, in the registers of a thread
 *        1 after 6 levels of a tree, 2 children
 *
 * Written by scanlab from the rules of algorithms/derived.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

enum {
    SECTION = 512, /* elements of a block */
    RUN = 8, /* elements of a thread, in registers */
    GAP = 32, /* after so many elements a place is left free */
    PLACES = SECTION + SECTION / GAP,
    CELLS = 64, /* one for each run */
    THREADS = 64
};

/* Where element k is. With the places left free, the k-th elements of the runs
 * of a warp are in different banks of shared memory. */
DEVICE int place(int k)
{
    return k + (int)((unsigned)k / GAP);
}

/* The nodes of a level over `count` cells; the last may have fewer than
 * `size`. */
DEVICE int nodes_of(int count, int size)
{
    return (count + size - 1) / size;
}

/* A node is kept in its last cell. */
DEVICE int cell_of(int node, int size, int count)
{
    const int end = (node + 1) * size;

    return (end < count ? end : count) - 1;
}

/* The way up: thread i scans group i of a level, so that each node takes in
 * its left neighbour. */
DEVICE void scan_group(T *cell, int count, int size, int factor)
{
    const int begin = (int)threadIdx.x * factor;
    const int nodes = nodes_of(count, size);

    for (int node = begin + 1; node < begin + factor; node++)
        if (node < nodes)
            cell[cell_of(node, size, count)] =
                op(cell[cell_of(node - 1, size, count)],
                   cell[cell_of(node, size, count)]);
}

/* The way down: the last node of group i has what is before the group; now
 * each of its nodes gets what is before it. */
DEVICE void join_group(T *cell, int count, int size, int factor)
{
    const int begin = (int)threadIdx.x * factor;
    const int nodes = nodes_of(count, size);
    const int end = begin + factor < nodes ? begin + factor : nodes;

    if (begin < nodes) {
        const T before = cell[cell_of(end - 1, size, count)];
        for (int node = end - 1; node > begin; node--)
            cell[cell_of(node, size, count)] =
                op(before, cell[cell_of(node - 1, size, count)]);
        cell[cell_of(begin, size, count)] = before;
    }
}

/* cell[k] becomes the fold of the cells before it, and cell[CELLS] that of
 * all. */
DEVICE void scan_cells(T *cell, int count)
{
    const int i = (int)threadIdx.x;

    UNROLLED
    for (int below = 1; below < 64; below *= 2)
        if (nodes_of(count, below) > 1) {
            __syncthreads(); /* the level below is written */
            scan_group(cell, count, below, 2);
        }
    /* thread 0 has made the root, so it need not wait */
    if (i == 0) {
        cell[CELLS] = cell[count - 1];
        cell[count - 1] = identity();
    }
    UNROLLED
    for (int below = 32; below >= 1; below /= 2)
        if (nodes_of(count, below) > 1) {
            __syncthreads(); /* the level above is written */
            join_group(cell, count, below, 2);
        }
    __syncthreads(); /* all cells are written */
}

/* Scans the `count` elements of a section. */
DEVICE void scan_section(const T *in, T *out, int count, bool exclusive,
                         T *element, T *cell)
{
    const int i = (int)threadIdx.x;
    const int runs = (count + RUN - 1) / RUN;
    const int own = count - i * RUN < RUN ? count - i * RUN : RUN;
    T *const run = element + place(i * RUN);
    T mine[RUN], sum = identity();

    for (int j = 0; j < RUN; j++) /* all loads are under way together */
        if (i + j * THREADS < count)
            mine[j] = in[i + j * THREADS];
    for (int j = 0; j < RUN; j++)
        if (i + j * THREADS < count)
            element[place(i + j * THREADS)] = mine[j];
    __syncthreads(); /* neighbours have loaded elements of a run */
    if (i < runs) {
        sum = run[0];
        mine[0] = sum;
        for (int j = 1; j < RUN; j++)
            if (j < own)
                sum = mine[j] = op(sum, run[j]);
        cell[i] = sum;
    }
    scan_cells(cell, runs);
    if (i < runs) {
        const bool joins = i > 0;
        const T before = cell[i];
        for (int j = 0; j < RUN; j++)
            if (j < own)
                run[j] = exclusive && j == 0 ? before
                         : joins ? op(before, mine[exclusive ? j - 1 : j])
                                 : mine[exclusive ? j - 1 : j];
    }
    __syncthreads(); /* all runs are written */
    for (int k = i; k < count; k += THREADS)
        out[k] = element[place(k)];
}

/* Block b scans section b; totals[b] becomes its fold. */
__global__ void __launch_bounds__(THREADS)
    scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T element[PLACES], cell[CELLS + 1];
    const uint64_t begin = (uint64_t)blockIdx.x * SECTION;
    const int count = n - begin < SECTION ? (int)(n - begin) : SECTION;

    scan_section(in + begin, out + begin, count, EXCLUSIVE, element, cell);
    if (threadIdx.x == 0 && gridDim.x > 1)
        totals[blockIdx.x] = cell[CELLS];
}

/* Joins what comes before section b + 1 with its elements; `sums` are the
 * scanned totals. */
__global__ void __launch_bounds__(THREADS)
    join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t begin = section * SECTION;

    if (i == 0)
        before = sums[EXCLUSIVE ? section : section - 1];
    __syncthreads(); /* all threads wait until thread 0 has it */
    for (int k = i; k < SECTION && begin + k < n; k += THREADS)
        out[begin + k] =
            EXCLUSIVE && k == 0 ? before : op(before, out[begin + k]);
}
