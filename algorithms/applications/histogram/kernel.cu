/* kernel.cu - histogram: each block counts in shared memory, and then adds.
 *
 *     in            3 1 4 1 | 5 9 2 6      bins = 4: the two low bits
 *     block 0       1 2 0 1                of 0, 1, 2 and 3
 *     block 1       0 2 2 0
 *     counts        1 4 2 1                by atomics, after clear_counts
 *
 * A block goes from tile to tile, so there are few of these additions.
 * Threads of a block that meet the same bin at once wait for each other.
 *
 * Cost: no op; n read, 16 bytes for each bin of a block.
 * Try it: `scanlab run histogram -d simt -n 100 --bins 16`.
 * Source: OpenCL course day 3.
 */
#include "gpu.h"
#include "key.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif
#ifndef BINS
#define BINS 256
#endif

#ifndef COPIES
#define COPIES 1
#endif

enum { TILE = BLOCK * ITEMS };

__global__ void __launch_bounds__(BLOCK)
    clear_counts(uint64_t *counts, uint64_t *bins)
{
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
        counts[bin] = 0;
    if (threadIdx.x == 0)
        *bins = BINS;
}

__global__ void __launch_bounds__(BLOCK)
    count_tiles(const T *in, uint64_t *counts, uint64_t n)
{
    __shared__ uint32_t of_block[BINS * COPIES];

    for (int k = threadIdx.x; k < BINS * COPIES; k += BLOCK)
        of_block[k] = 0;
    __syncthreads(); /* [1] all are cleared before any is counted */

    for (uint64_t first = (uint64_t)blockIdx.x * TILE; first < n;
         first += (uint64_t)gridDim.x * TILE) {
        const int64_t rest = (int64_t)(n - first) - threadIdx.x;
        const T *const from = in + first + threadIdx.x;
        if (rest > (ITEMS - 1) * BLOCK) {
            T x[ITEMS];
            UNROLLED
            for (int row = 0; row < ITEMS; row++)
                x[row] = from[row * BLOCK];
            UNROLLED
            for (int row = 0; row < ITEMS; row++)
                atomicAdd(&of_block[key(x[row]) % BINS * COPIES +
                                    threadIdx.x % COPIES],
                          1u);
        } else {
            for (int row = 0; row < ITEMS; row++)
                if (row * BLOCK < rest)
                    atomicAdd(&of_block[key(from[row * BLOCK]) % BINS * COPIES +
                                        threadIdx.x % COPIES],
                              1u);
        }
    }
    __syncthreads(); /* [2] the block has counted */

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        uint64_t sum = 0;
        for (int copy = 0; copy < COPIES; copy++)
            sum += of_block[bin * COPIES + (copy + threadIdx.x) % COPIES];
        atomicAdd((unsigned long long *)&counts[bin], sum);
    }
}
