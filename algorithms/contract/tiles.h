/* tiles.h - for launch.c: the costs of one block that scans tiles.
 *
 *     threads      abc  def  ghi  ...   each scans its own `items` elements
 *     warps        the threads' totals, by Kogge-Stone in a warp
 *     block        the warps' totals, in the first warp; then, if something
 *                  comes before the tile, an op per warp to join it
 *     distribute   a thread's prefix, to its elements
 *
 * A tile is block * items elements; the last can be shorter, so that not all of
 * its threads have elements. (three-phase scans, applications)
 */
#ifndef TILES_H
#define TILES_H

#include "launch.h"

enum { LARGEST_BLOCK = 1024, LARGEST_TILE = 32 * 1024 };

/* How a block scans one tile of `count` elements. */
struct tile {
    size_t block, items; /* threads, elements per thread */
    size_t count;
    bool exclusive;
    double input;  /* depth of its inputs */
    double before; /* depth of its prefix; below 0: it has none */
};

/* Shared memory in which a tile's elements are exchanged: units of 16, 8 or 4
 * bytes, with gaps, as in tile_scan.h. */
static inline size_t tile_units_bytes(const struct request *request,
                                      size_t block, size_t items)
{
    const size_t own = items * request->elem_bytes;
    const bool has_gaps = own % 32 == 0;

    return block * own + (has_gaps ? block * own / 8 : 0);
}

/* ... and the prefix of each warp. */
static inline size_t tile_shared_bytes(const struct request *request,
                                       size_t block, size_t items)
{
    return tile_units_bytes(request, block, items) +
           (block / WARP_LANES + 1) * request->elem_bytes;
}

static const char tile_too_large[] =
    "a tile takes block * items * sizeof(T) bytes of shared memory, up to an "
    "eighth more for gaps, and a few elements, which is more than a block may "
    "have here; use a smaller block or fewer items";

/* NULL, or why such tiles of `shared` bytes each are rejected. */
static inline const char *tile_refuse(const struct request *request,
                                      size_t block, size_t items, size_t shared)
{
    const char *const reason = refuse_threads(request, block);
    const size_t most = request->machine->block_shared_bytes;

    if (reason)
        return reason;
    if (most && shared > most)
        return tile_too_large;
    return refuse_tiles(request, block * items);
}

/* ------------------------------------------------------------ n, in tiles */

/* TILE_PARAMETERS are the first parameters of these algorithms. */
enum { TILE_BLOCK, TILE_ITEMS, TILE_REGISTERS, TILE_PARAMETER_COUNT };

/* A full tile with nothing before it. */
static inline struct tile tile_of(const struct request *request)
{
    const struct tile tile = {
        .block = (size_t)request->parameters[TILE_BLOCK],
        .items = (size_t)request->parameters[TILE_ITEMS],
        .count = tile.block * tile.items,
        .exclusive = request->exclusive,
        .before = -1,
    };
    return tile;
}

static inline size_t tiles_of(const struct request *request)
{
    return ceil_div(request->n, tile_of(request).count);
}

static inline const char *tiles_refuse(const struct request *request)
{
    const struct tile tile = tile_of(request);

    return tile_refuse(request, tile.block, tile.items,
                       tile_shared_bytes(request, tile.block, tile.items));
}

/* Plans a launch of `blocks` blocks, with room for a tile in shared memory. */
static inline void plan_tiles(const struct request *request, struct plan *plan,
                              const char *kernel, size_t blocks)
{
    const struct tile tile = tile_of(request);

    plan_launch(plan, kernel, blocks, tile.block,
                tile_units_bytes(request, tile.block, tile.items));
}

/* Plans a launch of one block, which scans `count` elements of a buffer in
 * place. */
static inline void plan_sums(const struct request *request, struct plan *plan,
                             const char *kernel, int buffer, size_t count)
{
    plan_tiles(request, plan, kernel, 1);
    argument_buffer(plan, buffer, 0);
    argument_u64(plan, count);
}

static inline size_t tile_threads(const struct tile *tile)
{
    return ceil_div(tile->count, tile->items);
}

/* -------------------------------------------------------------------- work */

static inline double tile_work(const struct tile *tile)
{
    const size_t threads = tile_threads(tile);
    const size_t warps = ceil_div(threads, WARP_LANES);
    const size_t alone = tile->count < tile->items ? tile->count : tile->items;
    const size_t first = threads < WARP_LANES ? threads : WARP_LANES;
    const bool has_before = tile->before >= 0;
    /* All threads but a warp's first join their share and their neighbour's. */
    const size_t fronts =
        threads - first - (warps - 1) + (has_before ? first - 1 : 0);
    const size_t elements = tile->count - (has_before ? 0 : alone);
    const size_t free = tile->exclusive ? threads - !has_before : 0;

    return (double)(tile->count - threads) + warp_scans_work(threads) +
           (double)(has_before ? warps : 0) + (double)fronts +
           (double)(elements - free);
}

/* ------------------------------------------------------------------- depth */

/* One Kogge-Stone scan of m <= 32 lanes, in place. */
static inline void kogge_stone_depths(double *depth, size_t m)
{
    for (size_t stride = 1; stride < m; stride *= 2)
        for (size_t lane = m; lane-- > stride;)
            depth[lane] = larger(depth[lane - stride], depth[lane]) + 1;
}

/* Fills in upto[], the depths of the threads' totals after each warp has
 * scanned its own, and front[w], the depth of the prefix of warp w, below 0 if
 * it has none; the last front is the tile's total. */
static inline size_t warp_depths(const struct tile *tile, double *upto,
                                 double *front)
{
    const size_t threads = tile_threads(tile);
    const size_t warps = ceil_div(threads, WARP_LANES);

    for (size_t t = 0; t < threads; t++) {
        const size_t rest = tile->count - t * tile->items;
        const size_t own = rest < tile->items ? rest : tile->items;
        upto[t] = tile->input + (double)own - 1;
    }
    for (size_t w = 0; w < warps; w++) {
        const size_t rest = threads - w * WARP_LANES;
        const size_t lanes = rest < WARP_LANES ? rest : WARP_LANES;
        kogge_stone_depths(upto + w * WARP_LANES, lanes);
        front[w + 1] = upto[w * WARP_LANES + lanes - 1];
    }
    kogge_stone_depths(front + 1, warps);
    front[0] = tile->before;
    for (size_t w = 1; tile->before >= 0 && w <= warps; w++)
        front[w] = larger(tile->before, front[w]) + 1;
    return warps;
}

/* Depth of the inclusive prefix of the tile. */
static inline double tile_total_depth(const struct tile *tile)
{
    double upto[LARGEST_BLOCK], front[LARGEST_BLOCK / WARP_LANES + 1];

    const int last = warp_depths(tile, upto, front);
    return front[last];
}

/* Fills in depth[0..count) of the outputs; returns the largest. */
static inline double tile_depths(const struct tile *tile, double *depth)
{
    double upto[LARGEST_BLOCK], front[LARGEST_BLOCK / WARP_LANES + 1];
    double deepest = 0;

    warp_depths(tile, upto, front);
    for (size_t at = 0; at < tile->count; at++) {
        const size_t t = at / tile->items, k = at % tile->items;
        const double share = front[t / WARP_LANES];
        const double before = t % WARP_LANES == 0 ? share
                              : share < 0         ? upto[t - 1]
                                          : larger(share, upto[t - 1]) + 1;
        const bool is_first = tile->exclusive && k == 0;
        const double own = tile->input + (double)k - (tile->exclusive && k > 0);
        depth[at] = before < 0 ? (is_first ? 0 : own)
                    : is_first ? before
                               : larger(before, own) + 1;
        deepest = larger(deepest, depth[at]);
    }
    return deepest;
}

/* The depth of a tile's deepest output. */
static inline double tile_deepest(const struct tile *tile)
{
    double depth[LARGEST_TILE];

    return tile_depths(tile, depth);
}

/* -------------------------------------------------------------------- sums */

/* One block scans m sums, inclusively and in place, tile by tile with a running
 * carry (scan_totals of kernel.cu). */
struct sums {
    double work;
    double deepest; /* of all but the last */
    double last;    /* the depth of the last */
};

/* `tile` is the shape of a tile; its `input` is the depth of the sums. */
static inline struct sums sums_forms(struct tile tile, size_t m)
{
    const size_t full = tile.block * tile.items;
    struct sums sums = {0, -1, -1};
    double depth[LARGEST_TILE];

    tile.exclusive = false;
    tile.before = -1;
    for (size_t begin = 0; begin < m; begin += full) {
        tile.count = m - begin < full ? m - begin : full;
        sums.work += tile_work(&tile);
        tile_depths(&tile, depth);
        for (size_t at = 0; at < tile.count; at++) {
            sums.deepest = larger(sums.deepest, sums.last);
            sums.last = depth[at];
        }
        tile.before = tile_total_depth(&tile);
    }
    return sums;
}

/* The depth of the deepest output after sums are joined with `others` tiles;
 * `full` and `last` are the tiles' depths without the sums. `is_sum`: the last
 * tile is a single output, the sum itself. */
static inline double joined_deepest(const struct sums *sums, size_t others,
                                    double full, double last, bool is_sum)
{
    const double end = is_sum ? sums->last : larger(sums->last, last) + 1;

    return others == 1 ? end : larger(end, larger(sums->deepest, full) + 1);
}

/* -------------------------------------------------------- reduce, then scan */

/* All tiles but the last are reduced, their totals are scanned, then all tiles
 * are scanned, each from its prefix. Precondition: n > 0. */
struct reduce_then_scan {
    double work, depth;
    size_t others;  /* tiles that are reduced; an element is written for each */
    double reduced; /* elements read to reduce them */
};

static inline struct reduce_then_scan
reduce_then_scan_forms(const struct request *request)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request), others = tiles - 1;
    struct tile middle = full, last = full, sum = full;
    struct reduce_then_scan all = {.others = others,
                                   .reduced = (double)(others * full.count)};

    last.count = request->n - others * full.count;
    if (others > 0) {
        /* A thread's own elements, then a tree. */
        sum.input = (double)full.items - 1 + ceil_log2(full.block);
        const struct sums sums = sums_forms(sum, others);

        middle.before = sums.deepest; /* the deepest of them */
        last.before = sums.last;
        all.work = (double)others * (double)(full.count - 1) + sums.work +
                   tile_work(&full);
        all.depth = tile_deepest(&full);
        if (others > 1) {
            all.work += (double)(others - 1) * tile_work(&middle);
            all.depth = larger(all.depth, tile_deepest(&middle));
        }
    }
    all.work += tile_work(&last);
    all.depth = larger(all.depth, tile_deepest(&last));
    return all;
}

/* -------------------------------------------------------------- parameters */

/* `threads` is the default number of threads. */
#define TILE_PARAMETERS(threads)                                               \
    BLOCK_PARAMETER("threads per block", (threads)),                           \
        {.name = "items",                                                      \
         .macro = "ITEMS",                                                     \
         .help = "elements per thread",                                        \
         .by_default = 16,                                                     \
         .legal = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32},        \
         .small = 2},                                                          \
        REGISTERS_PARAMETER(32, 40, 48, 56, 64, 80, 96, 128)

#endif
