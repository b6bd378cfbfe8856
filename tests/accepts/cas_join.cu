/* cas_join.cu - threads take turns to combine their folds with the output by
 * compare-and-swap.
 *
 * shape: NVIDIA's programming guide, atomicAdd() of doubles by atomicCAS()
 * algorithm: reduce:atomics
 * options: -n 1,33,500 --bytes 4
 * broken: s/while (was.word != seen.word)/while (0)/
 */
#include "gpu.h"

union bits
{
    T x;
    uint32_t word;
};

__global__ void begin(T *out)
{
    *out = identity();
}

__global__ void reduce_and_join(const T *in, T *out, uint64_t n)
{
    const uint64_t each = (n + BLOCK - 1) / BLOCK;
    union bits seen, wanted, was;
    T fold = identity();

    if (blockIdx.x > 0)
        return;
    for (uint64_t i = threadIdx.x * each; i < threadIdx.x * each + each; i++)
        if (i < n)
            fold = op(fold, in[i]);
    was.word = *(volatile uint32_t *)out; /* too old for most */
    for (int turn = 0; turn < BLOCK; turn++) {
        __syncthreads();
        if (turn != threadIdx.x)
            continue;
        do {
            seen = was;
            wanted.x = op(seen.x, fold);
            was.word = atomicCAS((uint32_t *)out, seen.word, wanted.word);
        } while (was.word != seen.word);
    }
}
