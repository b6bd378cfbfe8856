/* kernel.cu - maximum segment sum: numbers become elements in registers, and
 * are reduced there, in order.
 *
 *     in        1 -2  3  4 | -1  5 -6  1          tiles of 4
 *     totals            7       5                 best of each tile, and more
 *     out              11                         3 + 4 - 1 + 5
 *
 * An element of mss_i32 is four sums, 16 bytes, and stands for a number of 4.
 * A kernel of its own for the map would write these 16 bytes, and the
 * reduction read them again: here a number is read once, and nothing else is
 * moved. The block that ends last reduces the totals.
 *
 * How a block reduces its tile, and how it knows that it is the last, stands in
 * reduce_block.h.
 *
 * Cost: n - 1 ops; n numbers read; few totals.
 * Try it: `scanlab measure mssp reduce -d simt -n 2^14`.
 * Source: OpenCL course day 3, "Maximum Segment Sum", exercise 1.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#include "map.h"       /* map() */
#include "tile_scan.h" /* BLOCK threads, M elements for each */

extern __shared__ uint4 units[]; /* of all windows, for tile_scan.h */

/* Where elements come from (reduce_block.h): one of these. */
struct source
{
    const int32_t *numbers; /* or NULL */
    const T *totals;
};

#include "applications/reduce_block.h"

/* The numbers change hands, not the elements that they become. */
DEVICE void load_mapped(const int32_t *numbers, int count, union own *mine)
{
    int32_t *const window = (int32_t *)stretch_in(units);
    const int lane = lane_of_thread();

    for (int i = 0; i < M; i++) {
        const int at = i * WARP + lane;
        window[at] = at < count ? numbers[at] : 0;
    }
    __syncwarp(); /* [4] all lanes have written before any reads */
    for (int i = 0; i < M; i++)
        mine->x[i] = map(window[lane * M + i]); /* no window comes after it */
}

DEVICE void load_own(struct source from, uint64_t at, int count,
                     union own *mine)
{
    if (from.numbers)
        load_mapped(from.numbers + at, count, mine);
    else
        load_window(from.totals + at, count, mine);
}

__global__ void __launch_bounds__(BLOCK)
    map_at_once(const int32_t *in, T *out, uint64_t n, T *totals,
                uint32_t *counter)
{
    __shared__ T fold[WARPS];
    __shared__ uint32_t place;
    const struct source from = {in, NULL}, second = {NULL, totals};

    reduce_block(from, totals, n, WINDOW, fold);
    if (is_last_block(counter, &place))
        reduce_totals(second, out, fold);
}
