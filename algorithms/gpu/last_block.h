/* last_block.h - one launch instead of two: the block that finishes last does
 * the remaining work.
 *
 *     block 0   total, counts 1
 *     block 2   total, counts 2
 *     block 1   total, counts 3: all totals are stored, this block reduces them
 *
 * Which block is the last depends on timing; its work and the order of its ops
 * do not. Included after BLOCK is known.
 */
#ifndef LAST_BLOCK_H
#define LAST_BLOCK_H

enum { LAST_WARPS = BLOCK / WARP };

/* What the threads of a block share. */
struct told {
    T fold[LAST_WARPS];
    uint32_t place;
};

/* Called by all threads, after all elements are written. Thread 0 gets the fold
 * of `count` elements, of which each warp reduces a stretch; without elements
 * it gets the identity. */
DEVICE T reduce_by_warps(const T *in, uint32_t count, struct told *told)
{
    const uint32_t each = (count + LAST_WARPS - 1) / LAST_WARPS;
    const uint32_t warp = threadIdx.x / WARP, begin = warp * each;
    const int lane = lane_of_thread();
    const int warps = each > 0 ? (int)((count + each - 1) / each) : 0;
    T sum = identity();

    if (begin < count) { /* all lanes of a warp, or none */
        sum = reduce_stretch(in + begin,
                             count - begin < each ? count - begin : each);
        if (lane == 0)
            told->fold[warp] = sum;
    }
    __syncthreads(); /* [1] warp 0 waits for the folds of all warps */
    if (warp == 0)
        sum = reduce_warp(lane < warps ? told->fold[lane] : identity(), warps);
    return sum;
}

/* Precondition: thread 0 has written this block's result. The counter is 0
 * before the launch, and 0 again after the last block. */
DEVICE bool is_last_block(uint32_t *counter, struct told *told)
{
    if (threadIdx.x == 0) {
        __threadfence(); /* [2] the total is stored before the block counts */
        told->place = atomicInc(counter, gridDim.x - 1);
        __threadfence(); /* [3] no total is read before all have counted */
    }
    __syncthreads(); /* [4] all wait for thread 0's place */
    return told->place == gridDim.x - 1;
}

#endif
