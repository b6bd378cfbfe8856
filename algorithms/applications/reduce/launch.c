/* launch.c - reduce on a GPU: three forms, level by level; their costs.
 *
 *     tree       10000000 -> 5000000 -> 2500000 -> ... -> 2 -> 1
 *     group      10000000 -> 39063 -> 153 -> 1       block=256,items=1
 *     chunked    10000000 -> 814 -> 1                block=256,items=16; at
 *                                                    most 1024 blocks
 *
 * Level k reads the port or the buffer that level k - 1 has written: two
 * buffers, in turn.
 */
#include "../../tiles.h"

enum { IN, OUT };                    /* ports */
enum { BLOCK, ITEMS, FORM, BLOCKS }; /* parameters */
enum { TREE, GROUP, CHUNKED };       /* of FORM */

static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t block = (size_t)p[BLOCK], items = (size_t)p[ITEMS];
    const char *const reason = refuse_threads(request, block);

    if (reason || p[FORM] == TREE)
        return reason ? reason : refuse_tiles(request, 2 * block);
    return tile_refuse(request, block, items,
                       tile_shared_bytes(request, block, items));
}

/* ------------------------------------------------------------------ levels */

/* One launch. */
struct level {
    size_t count;  /* elements that it reads */
    size_t blocks; /* ... and that it writes, but for pairs */
    size_t left;   /* elements that it writes */
    size_t chunk;  /* elements of a warp; of pairs none */
};

static size_t window_of(const struct request *request)
{
    return WARP_LANES * (size_t)request->parameters[ITEMS];
}

static size_t warps_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK] / WARP_LANES;
}

/* Whole windows, so that all but the last are full. */
static size_t chunk_of(const struct request *request, size_t count,
                       size_t blocks)
{
    const size_t window = window_of(request);
    const size_t windows = ceil_div(count, window);
    const size_t each = ceil_div(windows, blocks * warps_of(request));

    return each > 0 ? each * window : window;
}

static size_t at_least_1(size_t count)
{
    return count > 0 ? count : 1;
}

/* The first level reads the input, the others all that is left. */
static struct level level_of(const struct request *request, size_t count,
                             bool first)
{
    const long *const p = request->parameters;
    struct level level = {.count = count, .chunk = window_of(request)};

    if (p[FORM] == TREE) {
        level.left = at_least_1(ceil_div(count, 2));
        level.blocks = ceil_div(level.left, (size_t)p[BLOCK]);
        return level;
    }
    if (p[FORM] == CHUNKED)
        level.chunk = chunk_of(request, count, first ? (size_t)p[BLOCKS] : 1);
    level.blocks = at_least_1(ceil_div(count, level.chunk * warps_of(request)));
    level.left = level.blocks;
    return level;
}

/* -------------------------------------------------------------------- plan */

static void plan_level(const struct request *request, struct plan *plan,
                       const struct level *level, int number)
{
    static const char *const kernels[] = {"reduce_pairs", "reduce_groups",
                                          "reduce_chunks"};
    static const char *const names[] = {"totals of even levels",
                                        "totals of odd levels"};
    const long *const p = request->parameters;
    const size_t block = (size_t)p[BLOCK], items = (size_t)p[ITEMS];
    const bool is_last = level->left == 1;

    if (!is_last && number < 2)
        plan_elements(request, plan, names[number], level->left);
    plan_launch(plan, kernels[p[FORM]], level->blocks, block,
                p[FORM] == TREE ? 0 : tile_units_bytes(request, block, items));
    if (number == 0)
        argument_port(plan, IN, 0);
    else
        argument_buffer(plan, (number - 1) % 2, 0);
    if (is_last)
        argument_port(plan, OUT, 0);
    else
        argument_buffer(plan, number % 2, 0);
    argument_u64(plan, level->count);
    if (p[FORM] == CHUNKED)
        argument_u64(plan, level->chunk);
}

static void plan(const struct request *request, struct plan *plan)
{
    struct level level = level_of(request, request->n, true);

    plan_level(request, plan, &level, 0);
    for (int number = 1; level.left > 1; number++) {
        level = level_of(request, level.left, false);
        plan_level(request, plan, &level, number);
    }
}

/* ------------------------------------------------------------------- depth */

/* Elements of a level: the last may be less deep than all others. */
struct depth {
    double others, last;
};

/* reduce_warp() of lanes that are so deep. */
static double tree_depth(double *lane, size_t lanes)
{
    for (size_t stride = 1; stride < lanes; stride *= 2)
        for (size_t i = 0; i + stride < lanes; i += 2 * stride)
            lane[i] = larger(lane[i], lane[i + stride]) + 1;
    return lane[0];
}

/* A chain of `count` elements. */
static double chain_depth(size_t count, struct depth in)
{
    return count == 1 ? in.last
                      : larger(in.others + (double)count - 2, in.last) + 1;
}

static struct depth alike(struct depth in)
{
    return (struct depth){in.others, in.others};
}

/* A window of `count` elements, by one warp. */
static double window_depth(size_t items, size_t count, struct depth in)
{
    const size_t lanes = ceil_div(count, items);
    double lane[WARP_LANES];

    for (size_t l = 0; l + 1 < lanes; l++)
        lane[l] = chain_depth(items, alike(in));
    lane[lanes - 1] = chain_depth(count - (lanes - 1) * items, in);
    return tree_depth(lane, lanes);
}

/* A chunk: window after window. */
static double chunk_depth(const struct request *request, size_t count,
                          struct depth in)
{
    const size_t window = window_of(request);
    const size_t items = (size_t)request->parameters[ITEMS];
    const size_t windows = ceil_div(count, window);
    const double last = window_depth(items, count - (windows - 1) * window, in);

    if (windows == 1)
        return last;
    const double full = window_depth(items, window, alike(in));
    return larger(full + (double)windows - 2, last) + 1;
}

/* What a block makes of `count` elements. */
static double block_depth(const struct request *request, size_t count,
                          size_t chunk, struct depth in)
{
    const size_t warps = ceil_div(count, chunk);
    double warp[WARP_LANES];

    for (size_t w = 0; w + 1 < warps; w++)
        warp[w] = chunk_depth(request, chunk, alike(in));
    warp[warps - 1] = chunk_depth(request, count - (warps - 1) * chunk, in);
    return tree_depth(warp, warps);
}

/* What a level makes of `in`. */
static struct depth level_depth(const struct request *request,
                                const struct level *level, struct depth in)
{
    if (request->parameters[FORM] == TREE)
        return (struct depth){
            in.others + 1,
            level->count % 2 ? in.last : larger(in.others, in.last) + 1};
    const size_t full = level->chunk * warps_of(request);
    const size_t rest = level->count - (level->blocks - 1) * full;
    const double last = block_depth(request, rest, level->chunk, in);

    return (struct depth){
        level->blocks > 1 ? block_depth(request, full, level->chunk, alike(in))
                          : last,
        last};
}

/* ------------------------------------------------------------------- forms */

static void forms(const struct request *request, struct forms *forms)
{
    struct level level = level_of(request, request->n, true);
    struct depth depth = {0, 0};
    double elements = 0;

    if (request->n > 0)
        depth = level_depth(request, &level, depth);
    elements = (double)level.count + (double)level.left;
    while (level.left > 1) {
        level = level_of(request, level.left, false);
        depth = level_depth(request, &level, depth);
        elements += (double)level.count + (double)level.left;
    }
    *forms = (struct forms){
        .work = exactly(request->n > 0 ? (double)request->n - 1 : 0),
        .depth = exactly(depth.last),
        .bytes = exactly(elements * (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads of one block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements of one thread, of each window; not of a tree",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 16, 32},
     .small = 2},
    {.name = "form",
     .macro = "FORM",
     .help = "pairs launch by launch; tiles, a block for each; or chunks, for "
             "so many threads",
     .by_default = GROUP,
     .legal = {TREE, GROUP, CHUNKED},
     .names = {"tree", "group", "chunked"},
     .small = GROUP},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "of chunked, at most: each of their warps has a chunk",
     .by_default = 1024,
     .legal = {1, 2, 128, 256, 512, 1024, 2048},
     .small = 2},
    {.name = NULL}};

/* 64 bytes of each thread are under way, whatever T: so the shared memory of a
 * multiprocessor holds as many threads as it runs. Not measured. */
static const struct shape shapes[] = {
    {"cuda", 4, false, "items=16"},
    {"cuda", 8, false, "items=8"},
    {"cuda", 16, false, "items=4"},
    {"cuda", 32, false, "items=2"},
    {.settings = NULL},
};

const struct implementation reduce_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "n - 1",
    .depth = "M + log2 B for each level of tiles; tree: log2 n",
    .traffic = "n",
    .memory = "an element per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
