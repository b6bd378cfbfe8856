/* Kogge-Stone scan, double buffered: further task 2.
 *
 *     cell       0    1    2    3
 *     loaded     a    b    c    d
 *     stride 1   a   ab   bc   cd      each cell takes in the one to
 *     stride 2   a   ab   abc  abcd    its left, then two to the left
 *
 * A step reads one copy of the cells and writes the other, so nobody
 * can overwrite what another one has still to read: one barrier, and
 * twice the shared memory. A cell that does not join is copied.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK             threads of a block, elements of a section
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE */

/* How many elements section number `section` has: the last one may
 * have fewer than BLOCK. */
DEVICE int elements_of(uint64_t section, uint64_t n)
{
    const uint64_t rest = n - section * BLOCK;
    return rest < BLOCK ? (int)rest : BLOCK;
}

/* Element i of the output: cell i, which holds the fold of cells 0 to
 * i; in an exclusive scan the cell before, or the identity. */
DEVICE T result(const T *cell, int i)
{
    if (EXCLUSIVE)
        return i > 0 ? cell[i - 1] : identity();
    return cell[i];
}

__global__ void scan_sections(const T *in, T *out, T *totals,
                              uint64_t n)
{
    __shared__ T cells[2][BLOCK];
    T *from = cells[0], *to = cells[1];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * BLOCK;
    const int count = elements_of(blockIdx.x, n); /* 1 to BLOCK */

    if (i < count)
        from[i] = in[begin + i];

    for (int stride = 1; stride < count; stride *= 2) {
        __syncthreads(); /* [1] `from` is written; and nobody reads
                            `to` any more, which was `from` before */
        if (i < count)
            to[i] =
                i < stride ? from[i] : op(from[i - stride], from[i]);
        T *const read = from;
        from = to;
        to = read;
    }

    __syncthreads(); /* [3] result() reads a neighbour's cell */

    if (i < count)
        out[begin + i] = result(from, i);
    if (i == count - 1 && gridDim.x > 1)
        totals[blockIdx.x] = from[i];
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
    __syncthreads(); /* [4] all wait for thread 0 to fetch it */
    if (i < elements_of(section, n))
        own[i] = EXCLUSIVE && i == 0 ? before : op(before, own[i]);
}
