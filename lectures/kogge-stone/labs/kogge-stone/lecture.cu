/* Kogge-Stone scan as a lecture shows it, with op() for +: further
 * task 1. The slide calls it incomplete. Four things are wrong.
 *
 *     cell       0    1    2    3
 *     loaded     a    b    c    d
 *     stride 1   a   ab   bc   cd      each cell takes in the one to
 *     stride 2   a   ab   abc  abcd    its left, then two to the left
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
    __shared__ T XY[BLOCK]; /* from here as on the slide */
    const unsigned t = threadIdx.x;
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + t;

    if (i < n)
        XY[t] = in[i];
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        if (t >= stride)
            XY[t] = op(XY[t], XY[t - stride]); /* XY[t] += ... */
    }
    __syncthreads(); /* not on the slide: for result() */
    out[i] = result(XY, (int)t);

    /* Not on the slide: what join_sections needs. */
    if (gridDim.x > 1 && i < n && (t == BLOCK - 1 || i == n - 1))
        totals[blockIdx.x] = XY[t];
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
