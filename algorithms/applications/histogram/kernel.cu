/* kernel.cu - histogram: blocks count in shared memory, then add their counts.
 *
 *     in            3 1 4 1 | 5 9 2 6      bins = 4: the two low bits
 *     block 0       1 2 0 1                counts of 0, 1, 2 and 3
 *     block 1       0 2 2 0
 *     counts        1 4 2 1                by atomics, after clear_counts
 *
 * A block counts many tiles before it adds, so there are few additions. Threads
 * of a block that need the same bin at the same time take turns, and so do
 * lanes whose bins are in the same bank of shared memory. If there is room,
 * each lane of a warp has its own table, in its own bank:
 *
 *     bin 0   | lane 0 | lane 1 | ... | lane 31 |
 *     bin 1   | lane 0 | ...
 *
 * Cost: no op; n read, 16 bytes moved for each bin of a block.
 * Try it: `scanlab run histogram -d simt -n 100 --bins 16`;
 * `scanlab bench histogram histogram:room=1024 -d cuda`.
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

#ifndef ROOM
#define ROOM 32768 /* bytes of shared memory for tables of counts */
#endif

/* As many tables as there is room for: lane k counts in number k % COPIES. */
enum {
    TILE = BLOCK * ITEMS,
    FITTING = ROOM / (int)sizeof(uint32_t) / BINS,
    COPIES = FITTING >= 32   ? 32
             : FITTING >= 16 ? 16
             : FITTING >= 8  ? 8
             : FITTING >= 4  ? 4
             : FITTING >= 2  ? 2
                             : 1
};

__global__ void __launch_bounds__(BLOCK)
    clear_counts(uint64_t *counts, uint64_t *bins)
{
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
        counts[bin] = 0;
    if (threadIdx.x == 0)
        *bins = BINS;
}

/* This thread's elements of a tile: in[0], in[BLOCK], ... below `rest`. They
 * are loaded before any is counted. */
DEVICE void count_mine(const T *in, int rest, uint32_t *table)
{
    T x[ITEMS];

    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (row * BLOCK < rest)
            x[row] = in[row * BLOCK];
    UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (row * BLOCK < rest) {
            const uint32_t bin = (uint32_t)key(x[row]) % BINS;
            /* atomic: other warps use this table, too */
            atomicAdd(&table[bin * COPIES + threadIdx.x % COPIES], 1u);
        }
}

__global__ void __launch_bounds__(BLOCK)
    count_tiles(const T *in, uint64_t *counts, uint64_t n)
{
    __shared__ uint32_t table[BINS * COPIES];

    for (int k = threadIdx.x; k < BINS * COPIES; k += BLOCK)
        table[k] = 0;
    __syncthreads(); /* [1] all are cleared before any is counted */

    for (uint64_t first = (uint64_t)blockIdx.x * TILE; first < n;
         first += (uint64_t)gridDim.x * TILE) {
        const uint64_t rest = n - first < TILE ? n - first : TILE;
        count_mine(in + first + threadIdx.x, (int)rest - (int)threadIdx.x,
                   table);
    }
    __syncthreads(); /* [2] the block has counted */

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        uint64_t sum = 0;
        for (int k = 0; k < COPIES; k++) /* each lane begins in its own bank */
            sum += table[bin * COPIES + (k + threadIdx.x) % COPIES];
        atomicAdd((unsigned long long *)&counts[bin], sum);
    }
}
