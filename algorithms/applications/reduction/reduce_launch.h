/* reduce_launch.h - for launch.c: levels of tiles, and how deep they are
 * (reduce, mssp, dotprod). Their kernels share reduce_block.h.
 *
 *     10000000 -> 39063 -> 153 -> 1       block=256,items=1
 *
 * A level reads `count` elements, and each of its blocks writes one.
 */
#ifndef REDUCE_LAUNCH_H
#define REDUCE_LAUNCH_H

#include "../../contract/tiles.h"

/* The first parameters. */
enum { REDUCE_BLOCK, REDUCE_ITEMS, REDUCE_PARAMETER_COUNT };

#define REDUCE_ITEMS_PARAMETER(meaning)                                        \
    {                                                                          \
        .name = "items", .macro = "ITEMS", .help = (meaning),                  \
        .by_default = 16, .legal = {1, 2, 4, 8, 16, 32}, .small = 2            \
    }

/* One launch. */
struct level {
    size_t count; /* elements that it reads */
    size_t blocks;
    size_t left;  /* elements that it writes */
    size_t chunk; /* elements per warp; 0 if pairs are joined */
};

static inline size_t window_of(const struct request *request)
{
    return WARP_LANES * (size_t)request->parameters[REDUCE_ITEMS];
}

static inline size_t warps_of(const struct request *request)
{
    return (size_t)request->parameters[REDUCE_BLOCK] / WARP_LANES;
}

static inline size_t at_least_1(size_t count)
{
    return count > 0 ? count : 1;
}

/* NULL, or why such tiles are rejected. */
static inline const char *reduce_refuse(const struct request *request)
{
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];
    const size_t items = (size_t)request->parameters[REDUCE_ITEMS];

    return tile_refuse(request, block, items,
                       tile_shared_bytes(request, block, items));
}

/* A level with a block for each tile, and a warp for each chunk. */
static inline struct level tiles_level(const struct request *request,
                                       size_t count, size_t chunk)
{
    const size_t blocks =
        at_least_1(ceil_div(count, chunk * warps_of(request)));

    return (struct level){
        .count = count, .blocks = blocks, .left = blocks, .chunk = chunk};
}

/* Like tiles_level(), with a single window as each chunk. */
static inline struct level group_level(const struct request *request,
                                       size_t count)
{
    return tiles_level(request, count, window_of(request));
}

/* Elements per warp, if `blocks` blocks process them all: whole windows, so
 * that all chunks but the last are full. */
static inline size_t reduce_chunk(const struct request *request, size_t count,
                                  size_t blocks)
{
    const size_t window = window_of(request);
    const size_t windows = ceil_div(count, window);
    const size_t each = ceil_div(windows, blocks * warps_of(request));

    return at_least_1(each) * window;
}

/* Plans the launch of a level of tiles; the caller adds its arguments. */
static inline void plan_level_of_tiles(const struct request *request,
                                       struct plan *plan, const char *kernel,
                                       const struct level *level)
{
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];
    const size_t items = (size_t)request->parameters[REDUCE_ITEMS];

    plan_launch(plan, kernel, level->blocks, block,
                tile_units_bytes(request, block, items));
}

/* ------------------------------------------------------------------- depth */

/* Depths of a level's elements: the last can be less deep than the others. */
struct depth {
    double others, last;
};

/* The depth of the result of reduce_warp() if its lanes' values have these
 * depths. */
static inline double tree_depth(double *lane, size_t lanes)
{
    for (size_t stride = 1; stride < lanes; stride *= 2)
        for (size_t i = 0; i + stride < lanes; i += 2 * stride)
            lane[i] = larger(lane[i], lane[i + stride]) + 1;
    return lane[0];
}

/* The depth of a chain of `count` elements. */
static inline double chain_depth(size_t count, struct depth in)
{
    return count == 1 ? in.last
                      : larger(in.others + (double)count - 2, in.last) + 1;
}

static inline struct depth alike(struct depth in)
{
    return (struct depth){in.others, in.others};
}

/* The depth of a window of `count` elements, reduced by one warp. */
static inline double window_depth(size_t items, size_t count, struct depth in)
{
    const size_t lanes = ceil_div(count, items);
    double lane[WARP_LANES];

    for (size_t l = 0; l + 1 < lanes; l++)
        lane[l] = chain_depth(items, alike(in));
    lane[lanes - 1] = chain_depth(count - (lanes - 1) * items, in);
    return tree_depth(lane, lanes);
}

/* The depth of a chunk, reduced window after window. */
static inline double chunk_depth(const struct request *request, size_t count,
                                 struct depth in)
{
    const size_t window = window_of(request);
    const size_t items = (size_t)request->parameters[REDUCE_ITEMS];
    const size_t windows = ceil_div(count, window);
    const double last = window_depth(items, count - (windows - 1) * window, in);

    if (windows == 1)
        return last;
    const double full = window_depth(items, window, alike(in));
    return larger(full + (double)windows - 2, last) + 1;
}

/* The depth of a block's fold of `count` elements. */
static inline double block_depth(const struct request *request, size_t count,
                                 size_t chunk, struct depth in)
{
    const size_t warps = ceil_div(count, chunk);
    double warp[WARP_LANES];

    for (size_t w = 0; w + 1 < warps; w++)
        warp[w] = chunk_depth(request, chunk, alike(in));
    warp[warps - 1] = chunk_depth(request, count - (warps - 1) * chunk, in);
    return tree_depth(warp, warps);
}

/* The output depths of a level of tiles whose inputs have depths `in`. */
static inline struct depth tiles_depth(const struct request *request,
                                       const struct level *level,
                                       struct depth in)
{
    const size_t full = level->chunk * warps_of(request);
    const size_t rest = level->count - (level->blocks - 1) * full;
    const double last = block_depth(request, rest, level->chunk, in);

    return (struct depth){
        level->blocks > 1 ? block_depth(request, full, level->chunk, alike(in))
                          : last,
        last};
}

/* ----------------------------------------------------------------- stream */

#define STAGES_PARAMETER                                                       \
    {                                                                          \
        .name = "stages", .macro = "STAGES",                                   \
        .help = "maximum number of buffers per warp; 0: as many as fit",       \
        .by_default = 0, .legal = {0, 1, 2, 3, 4, 6, 8}, .small = 2, .of = {   \
            "stream"                                                           \
        }                                                                      \
    }

/* How reduce_stream.h cuts n. */
struct stream {
    size_t piece;  /* elements */
    size_t pieces; /* per block */
    size_t blocks;
    size_t stages;       /* buffers per warp; 0 if none fits */
    size_t shared_bytes; /* of buffers and folds */
};

/* A value in memory takes `given` bytes; there are at most `stages` stages. */
static inline struct stream stream_of(const struct request *request,
                                      size_t given, size_t stages)
{
    enum { MAX_STAGES = 8, FOLD_BYTES = 16 << 10 };
    const struct machine *const machine = request->machine;
    const size_t size = request->elem_bytes, warps = warps_of(request);
    const size_t run = (size_t)request->parameters[REDUCE_ITEMS] | 1;
    const size_t present = at_least_1((size_t)machine->multiprocessors);
    struct stream s = {.piece = run * WARP_LANES};
    const size_t all = at_least_1(ceil_div(request->n, s.piece));
    const size_t most = FOLD_BYTES / size; /* pieces per block */
    const size_t rounds = ceil_div(all, present * most);
    const size_t told = warps * (size + MAX_STAGES * 8) + 64;

    s.pieces = ceil_div(all, present * rounds);
    if (s.pieces < warps)
        s.pieces = warps < all ? warps : all;
    s.blocks = ceil_div(all, s.pieces);
    const size_t stage = warps * s.piece * given;
    const size_t rest = told + s.pieces * size;
    const size_t room = machine->block_shared_bytes > rest
                            ? machine->block_shared_bytes - rest
                            : 0;
    s.stages = room / stage < MAX_STAGES ? room / stage : MAX_STAGES;
    if (stages && s.stages > stages)
        s.stages = stages;
    s.shared_bytes = s.stages * stage + s.pieces * size;
    return s;
}

static inline const char *stream_refuse(const struct request *request,
                                        const struct stream *s)
{
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];
    const char *const reason = refuse_threads(request, block);

    if (reason)
        return reason;
    return s->stages ? NULL
                     : "a piece for each warp needs more shared memory than a "
                       "block may have: use a smaller block or fewer items";
}

/* Plans the launch of a kernel with the parameters (inputs..., out, n, totals,
 * counter, pieces, stages). */
static inline void plan_stream(const struct request *request, struct plan *plan,
                               const struct stream *s, const char *kernel,
                               int out)
{
    enum { TOTALS, COUNTER }; /* buffers */

    plan_elements(request, plan, "totals of blocks", s->blocks);
    plan_buffer(plan, "counter of blocks", sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[COUNTER].unit = sizeof(uint32_t);
    plan_launch(plan, kernel, s->blocks,
                (size_t)request->parameters[REDUCE_BLOCK], s->shared_bytes);
    for (int port = 0; port <= out; port++)
        argument_port(plan, port, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, TOTALS, 0);
    argument_buffer(plan, COUNTER, 0);
    argument_u32(plan, (uint32_t)s->pieces);
    argument_u32(plan, (uint32_t)s->stages);
}

/* The largest depth of reduce_by_warps(). */
static inline double stretches_depth(const struct request *request,
                                     size_t count)
{
    const size_t each = ceil_div(count, warps_of(request));

    return (double)ceil_div(each, WARP_LANES) - 1 + ceil_log2(WARP_LANES) +
           ceil_log2(warps_of(request));
}

static inline void stream_forms(const struct request *request,
                                const struct stream *s, size_t given,
                                struct forms *forms)
{
    const double n = (double)request->n, blocks = (double)s->blocks;
    const double run = (double)(request->parameters[REDUCE_ITEMS] | 1);

    *forms = (struct forms){
        .work = exactly(n > 0 ? n - 1 : 0),
        .depth = between(ceil_log2(request->n),
                         n > 0 ? run - 1 + ceil_log2(WARP_LANES) +
                                     stretches_depth(request, s->pieces) +
                                     stretches_depth(request, s->blocks)
                               : 0),
        /* The totals and the counter are both written and read. */
        .bytes = exactly(n * (double)given +
                         (2 * blocks + 1) * (double)request->elem_bytes +
                         8 * blocks),
        .why = "the last piece, stretch and block can have less to do",
    };
}

#endif
