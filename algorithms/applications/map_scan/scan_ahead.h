/* scan_ahead.h - the scan by blocks that stay: each knows what comes before its
 * tile without a chain of tiles, as in look-ahead.
 *
 *     generation 0   | tile 0 | tile 1 | ... | tile G-1 |    G blocks
 *     generation 1   | tile 0 | tile 1 | ...
 *
 *     a block        load tile g + 1
 *                    store what is mapped of tile g
 *                    fold tile g + 1, publish its total
 *                    read the totals of all tiles of generation g
 *                    store what is scanned of tile g
 *
 * So when a generation's totals are read, they were published a tile's time
 * ago; and each step but one has loads or stores under way behind it. Totals
 * travel on look-ahead's board (lookahead/board.h): no fences. All blocks run
 * at the same time: as many as registers let (launch.c).
 *
 * What is left of the last generation is spread over all blocks.
 */
#ifndef MAP_SCAN_SCAN_AHEAD_H
#define MAP_SCAN_SCAN_AHEAD_H

#include "lookahead/board.h"

enum { BOARD_COPIES = 2 }; /* fewer blocks read the same one */

#include "lookahead/generation.h"

struct shared {
    T upto[3][WARPS]; /* of the warps' totals: of a tile, the next, and the one
                         before, which slow warps still read */
    T before;         /* the tile */
};

/* How n is cut. */
struct tiling {
    uint32_t full; /* generations of whole tiles */
    uint32_t
        rest_each; /* numbers of a tile of the last one; 0: there is none */
    uint32_t rest_tiles;
};

DEVICE struct tiling tiling_of(uint64_t n)
{
    const uint64_t whole = (uint64_t)gridDim.x * TILE;
    const uint64_t rest = n % whole;
    struct tiling cut;

    cut.full = (uint32_t)(n / whole);
    cut.rest_each = (uint32_t)((rest + gridDim.x - 1) / gridDim.x);
    cut.rest_each = (cut.rest_each + WIDE - 1) / WIDE * WIDE;
    cut.rest_tiles =
        rest > 0 ? (uint32_t)((rest + cut.rest_each - 1) / cut.rest_each) : 0;
    return cut;
}

/* Tiles of a generation; 0: there is no such one. */
DEVICE uint32_t tiles_of(struct tiling cut, uint32_t generation)
{
    return generation < cut.full    ? gridDim.x
           : generation == cut.full ? cut.rest_tiles
                                    : 0;
}

DEVICE struct extent tile_of(const struct arrays *of, struct tiling cut,
                             uint32_t generation, enum kind kind)
{
    const uint64_t first = (uint64_t)generation * gridDim.x * TILE;
    const uint64_t size = generation < cut.full ? TILE : cut.rest_each;
    struct extent tile;

    tile.begin = first + blockIdx.x * size;
    tile.count =
        of->n - tile.begin < size ? (int)(of->n - tile.begin) : (int)size;
    tile.kind = kind;
    return tile;
}

/* By warp 0, after a barrier: the warps' totals are scanned, in place, and the
 * tile's is published. */
DEVICE void publish_total(const struct board *board, uint32_t generation,
                          T upto[WARPS])
{
    const int lane = lane_of_thread();
    T x = lane < WARPS ? upto[lane] : identity();

    scan_lanes(&x, lane < WARPS);
    if (lane < WARPS)
        upto[lane] = x;
    if (lane == WARPS - 1)
        publish_tile(board, generation, x);
}

/* By a warp: what comes before the block's tile; `running`, all before the
 * generation, goes on to the next one. */
DEVICE T look_ahead(const struct board *board, uint32_t generation,
                    uint32_t tiles, T *running)
{
    const struct seen seen = look_at_generation(board, generation, tiles);
    const T before = blockIdx.x > 0 ? op(*running, seen.before) : *running;

    *running = op(*running, seen.all);
    return before;
}

/* Folds a tile: each warp's total in upto[]. */
DEVICE void take_tile(struct extent tile, struct rows *rows, T upto[WARPS])
{
    const T total = fold_rows(tile, rows);

    if (lane_of_thread() == 0)
        upto[threadIdx.x / WARP] = total;
}

/* All generations, of tiles of one kind. */
DEVICE void scan_generations(const struct arrays *of, const struct board *board,
                             enum kind kind, struct shared *shared)
{
    enum { LOOKER = WARPS > 1 ? 1 : 0 }; /* warp 0 publishes meanwhile */
    const struct tiling cut = tiling_of(of->n);
    const uint32_t warp = threadIdx.x / WARP;
    bool has_next = blockIdx.x < tiles_of(cut, 0);
    T running = identity(); /* of the looker */
    struct extent tile, next_tile;
    struct rows mine, next;

    if (has_next) {
        next_tile = tile_of(of, cut, 0, kind);
        load_rows(of, next_tile, &next);
        take_tile(next_tile, &next, shared->upto[0]);
        __syncthreads(); /* [6] warp 0 waits for the totals of all warps */
        if (warp == 0)
            publish_total(board, 0, shared->upto[0]);
    }
    for (uint32_t g = 0; has_next; g++) {
        T *const then = shared->upto[(g + 1) % 3];
        mine = next;
        tile = next_tile;
        has_next = blockIdx.x < tiles_of(cut, g + 1);
        if (has_next) {
            next_tile = tile_of(of, cut, g + 1, kind);
            load_rows(of, next_tile, &next);
        }
        put_mapped(of, tile, &mine);
        if (has_next)
            take_tile(next_tile, &next, then);
        __syncthreads(); /* [7] as [6]; and all have read `before` */
        if (warp == 0 && has_next)
            publish_total(board, g + 1, then);
        if (warp == LOOKER) {
            const T before = look_ahead(board, g, tiles_of(cut, g), &running);
            if (lane_of_thread() == 0)
                shared->before = before;
        }
        __syncthreads(); /* [8] all wait for what the looker has read */
        put_scanned(of, tile, &mine,
                    front_of_warp(shared->before, shared->upto[g % 3]));
    }
}

__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_ahead(const int32_t *in, void *mapped, void *out, uint64_t n,
               uint64_t *words, uint32_t launch)
{
    __shared__ struct shared shared;
    struct board board;
    struct arrays of;

    board.words = words;
    board.launch = launch;
    of.in = in;
    of.mapped = mapped;
    of.out = out;
    of.n = n;
    if (are_rows_aligned(&of))
        scan_generations(&of, &board, WIDER, &shared);
    else
        scan_generations(&of, &board, ANY, &shared);
}

#endif
