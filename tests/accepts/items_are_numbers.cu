/* items_are_numbers.cu - look-back that takes ITEMS to be a number of elements.
 * It is never run with a value of `items` that stands for a rule (items.h).
 *
 * algorithm: lookback:arrays
 * options: -n 65 --schedule inorder
 * shape: homework
 * broken: s/op(sum, x)/op(x, sum)/
 */
#include "gpu.h"

enum { MINE = ITEMS, TILE_OF_ALL = MINE * BLOCK };

/* What comes before the tile, from the nearest one on. */
DEVICE T walk_back(volatile uint32_t *flags, T *aggregates, T *prefixes,
                   uint32_t launch, uint32_t tile)
{
    T before = identity();
    uint32_t state;

    do {
        tile--;
        do
            state = flags[tile] - launch * 4;
        while (state != 1 && state != 2);
        __threadfence(); /* the flag, then its value */
        const T v = state == 1 ? aggregates[tile] : prefixes[tile];
        before = op(v, before);
    } while (state != 2);
    return before;
}

__global__ void scan_tiles(const T *in, T *out, uint64_t n, uint32_t *counter,
                           volatile uint32_t *flags, T *aggregates,
                           T *prefixes, uint32_t launch)
{
    if (threadIdx.x > 0)
        return;
    const uint32_t tile = atomicInc(counter, gridDim.x - 1);
    const uint64_t begin = (uint64_t)tile * TILE_OF_ALL;
    const uint64_t end = begin + TILE_OF_ALL < n ? begin + TILE_OF_ALL : n;
    T all = identity();

    for (uint64_t i = begin; i < end; i++)
        all = op(all, in[i]);
    aggregates[tile] = all;
    __threadfence(); /* the value, then its flag */
    flags[tile] = launch * 4 + 1;
    T sum = tile > 0 ? walk_back(flags, aggregates, prefixes, launch, tile)
                     : identity();
    prefixes[tile] = op(sum, all);
    __threadfence(); /* the value, then its flag */
    flags[tile] = launch * 4 + 2;
    for (uint64_t i = begin; i < end; i++) {
        const T x = in[i];
        if (EXCLUSIVE)
            out[i] = sum;
        sum = op(sum, x);
        if (!EXCLUSIVE)
            out[i] = sum;
    }
}
