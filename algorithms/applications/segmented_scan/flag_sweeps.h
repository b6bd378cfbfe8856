/* flag_sweeps.h - the segmented scan of the course's slides: up-sweep and
 * down-sweep over the whole array, with flags. For kernel.cu.
 *
 *     in       1 2 3 4 5 6      flags 1 0 0 1 0 0
 *     up 1     1 3 3 4 5 11     a right child takes in the left one, unless there
 *     up 2     1 3 3 4 5 11     is a head in it; it has a head if either has
 *     up 4     1 3 3 4 5 11
 *     clear    1 3 3 4 5 .      the root begins with nothing before it
 *     down     . 1 3 . 4 9      left: what is before the parent; right: that and
 *                               the left child, from its last head on
 *
 * A node is kept in its last element; the last node may be short. A segment that
 * begins at a right child has nothing before it. The slides' listing lacks the
 * line that gives the left child what is before its parent, and puts the parent
 * on the right of the op: correct for sums only. Each level is a launch.
 *
 * Cost: at most 2(n - 1) ops, and n in an inclusive scan; some 2 log2 n launches.
 * Source: OpenCL course day 3, "Segmented Exclusive Scan Algorithm".
 */
#ifndef FLAG_SWEEPS_H
#define FLAG_SWEEPS_H

#include "gpu.h"

DEVICE uint64_t index_of_thread(void)
{
    return (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
}

__global__ void __launch_bounds__(BLOCK)
    begin_sweeps(const T *in, const uint8_t *flags, T *folds, uint8_t *has_head,
                 uint64_t n)
{
    const uint64_t i = index_of_thread();

    if (i < n) {
        folds[i] = in[i];
        has_head[i] = flags[i] != 0;
    }
}

/* Thread i has node i of the level whose left children have `stride` leaves. */
__global__ void __launch_bounds__(BLOCK)
    sweep_up(T *folds, uint8_t *has_head, uint64_t n, uint64_t stride)
{
    const uint64_t left = (2 * index_of_thread() + 1) * stride - 1;
    const uint64_t end = left + stride;
    const uint64_t right = end < n ? end : n - 1;

    if (left + 1 >= n)
        return;
    if (!has_head[right]) {
        folds[right] = op(folds[left], folds[right]);
        has_head[right] = has_head[left];
    }
}

__global__ void __launch_bounds__(BLOCK)
    sweep_down(const uint8_t *flags, T *folds, const uint8_t *has_head,
               uint64_t n, uint64_t stride, uint32_t is_root)
{
    const uint64_t left = (2 * index_of_thread() + 1) * stride - 1;
    const uint64_t end = left + stride;
    const uint64_t right = end < n ? end : n - 1;

    if (left + 1 >= n)
        return;
    const T before = is_root ? identity() : folds[right];
    const T child = folds[left];
    folds[left] = before;
    folds[right] = flags[left + 1]  ? identity()
                   : has_head[left] ? child
                   : is_root        ? child
                                    : op(before, child);
}

/* folds[i] is what comes before element i in its segment. */
__global__ void __launch_bounds__(BLOCK)
    end_sweeps(const T *in, const uint8_t *flags, T *out, const T *folds,
               uint64_t n)
{
    const uint64_t i = index_of_thread();

    if (i >= n)
        return;
    if (EXCLUSIVE)
        out[i] = i > 0 ? folds[i] : identity();
    else
        out[i] = i > 0 && !flags[i] ? op(folds[i], in[i]) : in[i];
}

#endif
