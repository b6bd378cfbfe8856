/* Blelloch's scan: up a tree and down again. A section has 2 * BLOCK
 * elements, two for each thread.
 *
 *     loaded   3  1  7  0  4  1  6  3
 *     up 1     3  4  7  7  4  5  6  9     right takes in left: 3 1 -> 4
 *     up 2     3  4  7 11  4  5  6 14
 *     up 4     3  4  7 11  4  5  6 25     25 is the total, kept aside
 *     clear    3  4  7 11  4  5  6  0
 *     down 4   3  4  7  0  4  5  6 11     left: what the parent had;
 *     down 2   3  0  7  4  4 11  6 16     right: the parent's, then the
 *     down 1   0  3  4 11 11 15 16 22     old left one
 *
 * Write the lines between FILL and END; 10 are enough. Leave the rest as
 * it is. The task: lectures/trees/labs/up-down-sweep/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK             threads of a block
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE */

enum { SECTION = 2 * BLOCK };

/* A node is kept in the last cell below it. */
struct node {
    int left, right; /* the cells of its children */
    bool joins;      /* does it have both? */
};

/* Node i of the level whose nodes have 2 * stride cells. In a short
 * section the last node ends at the last element, and may have only a
 * left child: then there is nothing to do. */
DEVICE struct node node_of(int i, int stride, int count)
{
    struct node node;

    node.left = (2 * i + 1) * stride - 1;
    node.right = node.left + stride;
    if (node.right > count - 1)
        node.right = count - 1;
    node.joins = node.left < node.right;
    return node;
}

__global__ void scan_sections(const T *in, T *out, T *totals,
                              uint64_t n)
{
    __shared__ T cell[SECTION];
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)blockIdx.x * SECTION;
    const int count = n - begin < SECTION ? (int)(n - begin) : SECTION;

    for (int k = i; k < count; k += BLOCK)
        cell[k] = in[begin + k];

    for (int stride = 1; stride < SECTION; stride *= 2) {
        const struct node node = node_of(i, stride, count);
        /* FILL [A]: up. If the node joins, its right cell takes in its
         * left one. (3 lines) */

        /* END [A] */
    }

    T total = identity();
    if (i == 0) { /* it computed the root, so need not wait */
        total = cell[count - 1];
        cell[count - 1] = identity();
    }

    for (int stride = SECTION / 2; stride > 0; stride /= 2) {
        const struct node node = node_of(i, stride, count);
        /* FILL [B]: down. If the node joins, its right cell holds what
         * lies before the node. That is what lies before its left child,
         * too; before its right child there is also the left child's
         * fold, which is in the left cell. (7 lines) */

        /* END [B] */
    }
    __syncthreads(); /* [3] all leaves are written */

    /* Cell k: the fold of all before element k; inclusive: one on. */
    for (int k = i; k < count; k += BLOCK)
        if (EXCLUSIVE)
            out[begin + k] = cell[k];
        else if (k > 0)
            out[begin + k - 1] = cell[k];
    if (i == 0 && !EXCLUSIVE)
        out[begin + count - 1] = total;
    if (i == 0 && gridDim.x > 1)
        totals[blockIdx.x] = total;
}

/* Given. Block b joins the fold of sections 0 to b with each element of
 * section b + 1. `sums` are the totals, scanned by scan_sections. */
__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    __shared__ T before;
    const int i = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t begin = section * SECTION;

    if (i == 0)
        before = sums[EXCLUSIVE ? section : section - 1];
    __syncthreads(); /* [4] all wait for thread 0 to fetch it */
    for (int k = i; k < SECTION && begin + k < n; k += BLOCK)
        out[begin + k] =
            EXCLUSIVE && k == 0 ? before : op(before, out[begin + k]);
}
