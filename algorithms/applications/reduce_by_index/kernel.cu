/* kernel.cu - reduce_by_index: each warp fills its bins, then all are joined.
 *
 *     in            a b c d | e f g h      index  0 1 0 0 | 1 1 0 2
 *     warp 0        acd b   .              lanes of one bin join by a tree, ...
 *     warp 1        g   ef  h              ... and their fold joins the bin's
 *     block, out    acdg bef h             in the order of warps, then of blocks
 *
 * Everything is joined in the order of the elements, so op need not commute,
 * and no atomic is needed, which few monoids have. A warp goes through
 * neighbouring elements, 32 at a time:
 *
 *     lane      0 1 2 3 4 5 6 7
 *     bin       2 0 2 2 0 2 1 2
 *     of bin 2  0   1 2   3   4     their ranks
 *     step 1    x<--x x<--x   x     even ranks take in the next one
 *     step 2    x<----x       x     ... multiples of 4 the one after that
 *     step 3    x<------------x     and the first lane has the fold
 *
 * An index that is negative or too large: the element is skipped.
 *
 * Cost: an op for each element but the first of each bin; n elements and n
 * indices read, and the bins of each block written and read.
 * Try it: `scanlab run reduce_by_index -d simt -n 100 --bins 16`.
 * Source: Henriksen, A Minimal Basis for Parallelism, 2019.
 */
#include "gpu.h"

#ifndef BLOCK
#define BLOCK 128 /* threads at most: fewer if the bins of all do not fit */
#endif
#ifndef ITEMS
#define ITEMS 4 /* elements per thread, loaded together */
#endif
#ifndef BINS
#define BINS 256
#endif

extern __shared__ uint4 units[]; /* the bins of all warps, then the marks */

/* The folds of the bins, and a mark for each bin that has one. */
struct bins {
    T *fold;
    uint8_t *filled;
};

DEVICE struct bins bins_of_warp(int warp)
{
    const int warps = (int)blockDim.x / WARP;
    T *const folds = (T *)units;
    struct bins r;

    r.fold = folds + warp * BINS;
    r.filled = (uint8_t *)(folds + warps * BINS) + warp * BINS;
    return r;
}

/* Joins x, of this lane's element, with those of the later lanes of its bin:
 * the first lane of each bin gets the fold. Called by all lanes. */
DEVICE T join_alike(T x, uint32_t alike)
{
    const int lane = lane_of_thread();
    const int rank = __popc(alike & ((1u << lane) - 1));
    const uint32_t later = lane == WARP - 1 ? 0 : alike >> (lane + 1);
    int next = later ? lane + __ffs(later) : -1;

    for (int stride = 1; __any_sync(ALL_LANES, next >= 0); stride *= 2) {
        const int from = next >= 0 ? next : lane;
        const T right = shuffle_from(x, from);
        const int beyond = __shfl_sync(ALL_LANES, next, from);
        if (next >= 0) {
            if (rank % (2 * stride) == 0)
                x = op(x, right);
            next = beyond;
        }
    }
    return x;
}

/* The lanes whose element is of this lane's bin; none if it is of none. One vote
 * for each bit of a bin: __match_any_sync() handles one bin after another.
 * Called by all lanes. */
DEVICE uint32_t lanes_of_bin(int bin, bool counts)
{
    uint32_t alike = __ballot_sync(ALL_LANES, counts);

    UNROLLED
    for (int bit = 1; bit < BINS; bit *= 2) {
        const uint32_t vote = __ballot_sync(ALL_LANES, bin & bit);
        alike &= bin & bit ? vote : ~vote;
    }
    return counts ? alike : 0;
}

/* Takes in one element per lane. Called by all lanes. */
DEVICE void take_row(T x, int bin, const struct bins *own)
{
    const bool counts = bin >= 0 && bin < BINS;
    const uint32_t alike = lanes_of_bin(bin, counts);
    const bool first = (alike & ((1u << lane_of_thread()) - 1)) == 0;

    x = join_alike(x, alike);
    if (counts && first) {
        own->fold[bin] = own->filled[bin] ? op(own->fold[bin], x) : x;
        own->filled[bin] = 1;
    }
    __syncwarp(); /* the next row's lanes see it */
}

/* Warp w of the grid takes `stretch` elements from w * stretch on, a multiple
 * of 32; the block's bins go to folds[blockIdx.x * BINS ...]. */
__global__ void __launch_bounds__(BLOCK)
    reduce_stretches(const T *in, const int32_t *index, T *folds,
                     uint8_t *filled, uint64_t n, uint64_t stretch)
{
    const int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP;
    const int lane = lane_of_thread();
    const struct bins own = bins_of_warp(warp);
    const uint64_t begin = ((uint64_t)blockIdx.x * warps + warp) * stretch;
    const uint64_t end = begin + stretch < n ? begin + stretch : n;

    for (int bin = lane; bin < BINS; bin += WARP)
        own.filled[bin] = 0;
    __syncwarp(); /* all are cleared before any is filled */
    for (uint64_t at = begin; at < end; at += WARP * ITEMS) {
        T x[ITEMS];
        int bin[ITEMS];
        UNROLLED
        for (int k = 0; k < ITEMS; k++) {
            const uint64_t i = at + (uint64_t)(k * WARP + lane);
            bin[k] = i < end ? index[i] : -1;
            x[k] = i < end ? in[i] : identity();
        }
        UNROLLED
        for (int k = 0; k < ITEMS; k++)
            if (at + (uint64_t)(k * WARP) < end) /* the same in all lanes */
                take_row(x[k], bin[k], &own);
    }
    __syncthreads(); /* [1] all warps have filled their bins */

    for (int bin = (int)threadIdx.x; bin < BINS; bin += (int)blockDim.x) {
        T sum = identity();
        bool any = false;
        for (int w = 0; w < warps; w++) {
            const struct bins of = bins_of_warp(w);
            if (of.filled[bin]) {
                sum = any ? op(sum, of.fold[bin]) : of.fold[bin];
                any = true;
            }
        }
        const uint64_t to = (uint64_t)blockIdx.x * BINS + (uint64_t)bin;
        if (any)
            folds[to] = sum;
        filled[to] = any;
    }
}

/* A warp for each bin joins the bins of all blocks, in their order: each lane
 * those of neighbouring blocks, then the lanes theirs, by a tree. */
__global__ void __launch_bounds__(BLOCK)
    join_blocks(const T *folds, const uint8_t *filled, T *out, uint64_t *bins,
                uint64_t blocks)
{
    const int lane = lane_of_thread();
    const uint64_t bin = ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const uint64_t each = (blocks + WARP - 1) / WARP;
    const uint64_t end = (uint64_t)(lane + 1) * each;
    T sum = identity();
    bool any = false;

    if (bin >= BINS) /* all lanes of a warp, or none */
        return;
    for (uint64_t b = (uint64_t)lane * each; b < end && b < blocks; b++)
        if (filled[b * BINS + bin]) {
            const T fold = folds[b * BINS + bin];
            sum = any ? op(sum, fold) : fold;
            any = true;
        }
    for (int stride = 1; stride < WARP; stride *= 2) {
        const T right = shuffle_from(sum, (lane + stride) % WARP);
        const bool has = __shfl_sync(ALL_LANES, any, (lane + stride) % WARP);
        if (lane % (2 * stride) == 0 && lane + stride < WARP && has) {
            sum = any ? op(sum, right) : right;
            any = true;
        }
    }
    if (lane == 0)
        out[bin] = sum;
    if (bin == 0 && lane == 0)
        *bins = BINS;
}
