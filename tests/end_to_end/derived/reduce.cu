/* kernel.cu - reduce_then_scan(1024); sequential(8); warps; kogge_stone
 *
 *     1024 elements in a section
 *      128 runs of 8, in the registers of a thread
 *        4 warps
 *          scanned by Kogge-Stone
 *
 * Written by scanlab from the rules of algorithms/derived.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

enum {
    SECTION = 1024, /* elements of a block */
    RUN = 8, /* elements of a thread, in registers */
    GAP = 32, /* after so many elements a place is left free */
    PLACES = SECTION + SECTION / GAP,
    CELLS = 4, /* one for each warp */
    THREADS = 128
};

/* Where element k is. With the places left free, the k-th elements of the runs
 * of a warp are in different banks of shared memory. */
DEVICE int place(int k)
{
    return k + (int)((unsigned)k / GAP);
}

/* cell[k] becomes the fold of cells 0 to k. */
DEVICE void scan_cells(T *cell, int count)
{
    const int i = (int)threadIdx.x;

    for (int stride = 1; stride < count; stride *= 2) {
        const bool joins = i >= stride && i < count;
        T sum = identity(); /* of a node that stays as it is */
        __syncthreads();    /* readers wait for the writers */
        if (joins)
            sum = op(cell[i - stride], cell[i]);
        __syncthreads(); /* writers wait until all have read */
        if (joins)
            cell[i] = sum;
    }
    __syncthreads(); /* all cells are written */
}

/* Scans the `count` elements of a section; with a carry, which thread 0
 * has, as if the carry came before them. */
DEVICE void scan_section(const T *in, T *out, int count, bool exclusive,
                         bool has_carry, T carry, T *element, T *cell)
{
    const int i = (int)threadIdx.x;
    const int runs = (count + RUN - 1) / RUN;
    const int own = count - i * RUN < RUN ? count - i * RUN : RUN;
    const int warp = i / WARP, lane = lane_of_thread();
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
        if (i == 0 && has_carry)
            sum = op(carry, sum);
        mine[0] = sum;
        for (int j = 1; j < RUN; j++)
            if (j < own)
                sum = mine[j] = op(sum, run[j]);
    }
    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(sum, stride);
        if (lane >= stride && i < runs)
            sum = op(left, sum);
    }
    const T left = shuffle_up(sum, 1); /* what the lanes before have */
    if (i < runs && (lane == WARP - 1 || i == runs - 1))
        cell[warp] = sum;
    scan_cells(cell, (runs + WARP - 1) / WARP);
    if (i < runs) {
        const bool joins = i > 0;
        T before = lane > 0    ? left
                   : warp > 0  ? cell[warp - 1]
                   : has_carry ? carry
                               : identity();
        if (lane > 0 && warp > 0)
            before = op(cell[warp - 1], before);
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

/* Block b reduces section b. Nothing comes after the last section, so it
 * has no block, and all others are full. */
__global__ void __launch_bounds__(THREADS)
    reduce_sections(const T *in, T *totals)
{
    __shared__ T element[PLACES], cell[CELLS];
    const int i = (int)threadIdx.x;
    const T *const own = in + (uint64_t)blockIdx.x * SECTION;

    T mine[RUN], sum = identity();
    for (int j = 0; j < RUN; j++) /* all loads are under way together */
        if (i + j * THREADS < SECTION)
            mine[j] = own[i + j * THREADS];
    for (int j = 0; j < RUN; j++)
        if (i + j * THREADS < SECTION)
            element[place(i + j * THREADS)] = mine[j];
    __syncthreads(); /* neighbours have loaded elements of a run */
    if (i < SECTION / RUN) {
        const T *const run = element + place(i * RUN);
        sum = run[0];
        for (int j = 1; j < RUN; j++)
            sum = op(sum, run[j]);
    }
    sum = reduce_warp(sum, i < SECTION / RUN ? WARP : 0);
    if (lane_of_thread() == 0 && i < SECTION / RUN)
        cell[i / WARP] = sum;
    for (int stride = 1; stride < 4; stride *= 2) {
        const int node = (2 * i + 1) * stride - 1, end = node + stride;
        const int right = end < 4 ? end : 4 - 1;
        __syncthreads(); /* the level below is written */
        if (node < right)
            cell[right] = op(cell[node], cell[right]);
    }
    if (i == 0) /* it has made the root, so it need not wait */
        totals[blockIdx.x] = cell[CELLS - 1];
}

/* Block b scans section b, from the fold of all sections before it. */
__global__ void __launch_bounds__(THREADS)
    scan_sections(const T *in, T *out, const T *totals, uint64_t n)
{
    __shared__ T element[PLACES], cell[CELLS];
    const uint64_t begin = (uint64_t)blockIdx.x * SECTION;
    const int count = n - begin < SECTION ? (int)(n - begin) : SECTION;
    const bool has_carry = blockIdx.x > 0;
    const T carry = threadIdx.x == 0 && has_carry ? totals[blockIdx.x - 1]
                                                  : identity();

    scan_section(in + begin, out + begin, count, EXCLUSIVE, has_carry, carry,
                 element, cell);
}

/* One block scans all totals, a section at a time. Always inclusive:
 * totals[b] is what comes before section b + 1. */
__global__ void __launch_bounds__(THREADS)
    scan_totals(T *totals, uint64_t n)
{
    __shared__ T element[PLACES], cell[CELLS];
    T carry = identity(); /* in thread 0: the total so far */

    for (uint64_t begin = 0; begin < n; begin += SECTION) {
        const int count = n - begin < SECTION ? (int)(n - begin) : SECTION;
        scan_section(totals + begin, totals + begin, count, false,
                     begin > 0, carry, element, cell);
        if (threadIdx.x == 0)
            carry = cell[(count - 1) / (RUN * WARP)];
    }
}
