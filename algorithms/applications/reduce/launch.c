/* launch.c - reduce on a GPU: four forms, level by level; their costs.
 *
 *     tree       10000000 -> 5000000 -> 2500000 -> ... -> 2 -> 1
 *     group      10000000 -> 39063 -> 153 -> 1       block=256,items=1
 *     chunked    10000000 -> 814 -> 1                block=256,items=16; at
 *                                                    most 1024 blocks
 *     at_once    as group, then the rest by one block  in the same launch
 *
 * Level k reads the port or the buffer that level k - 1 has written: two
 * buffers, in turn.
 */
#include "../reduce_launch.h"

enum { IN, OUT };                                       /* ports */
enum { FORM = REDUCE_PARAMETER_COUNT, BLOCKS, STAGES }; /* parameters */
enum { TREE, GROUP, CHUNKED, AT_ONCE, STREAM };         /* of FORM */

static struct stream stream(const struct request *request)
{
    return stream_of(request, request->elem_bytes,
                     (size_t)request->parameters[STAGES]);
}

static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t block = (size_t)p[REDUCE_BLOCK];

    if (p[FORM] == STREAM) {
        const struct stream s = stream(request);
        return stream_refuse(request, &s);
    }
    if (p[FORM] != TREE)
        return reduce_refuse(request);
    const char *const reason = refuse_threads(request, block);
    return reason ? reason : refuse_tiles(request, 2 * block);
}

/* ------------------------------------------------------------------ levels */

/* Two elements for each thread. */
static struct level tree_level(const struct request *request, size_t count)
{
    const size_t left = at_least_1(ceil_div(count, 2));

    return (struct level){
        .count = count,
        .blocks = ceil_div(left, (size_t)request->parameters[REDUCE_BLOCK]),
        .left = left};
}

/* The first level reads the input, the others all that is left. */
static struct level level_of(const struct request *request, size_t count,
                             bool first)
{
    const long *const p = request->parameters;

    switch (p[FORM]) {
    case TREE: return tree_level(request, count);
    case GROUP: return group_level(request, count);
    default:
        return tiles_level(
            request, count,
            reduce_chunk(request, count, first ? (size_t)p[BLOCKS] : 1));
    }
}

/* -------------------------------------------------------------------- plan */

/* What a level leaves: levels use two buffers in turn. */
static void plan_totals(const struct request *request, struct plan *plan,
                        int number, const struct level *level)
{
    static const char *const names[] = {"totals of even levels",
                                        "totals of odd levels"};

    if (level->left > 1 && number < 2)
        plan_elements(request, plan, names[number], level->left);
}

static void plan_level(const struct request *request, struct plan *plan,
                       const struct level *level, int number)
{
    const long *const p = request->parameters;

    plan_totals(request, plan, number, level);
    if (p[FORM] == TREE)
        plan_launch(plan, "reduce_pairs", level->blocks,
                    (size_t)p[REDUCE_BLOCK], 0);
    else
        plan_level_of_tiles(
            request, plan, p[FORM] == GROUP ? "reduce_groups" : "reduce_chunks",
            level);
    if (number == 0)
        argument_port(plan, IN, 0);
    else
        argument_buffer(plan, (number - 1) % 2, 0);
    if (level->left == 1)
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

    if (request->parameters[FORM] == STREAM) {
        const struct stream s = stream(request);
        plan_stream(request, plan, &s, "reduce_chunks_at_once", OUT);
        return;
    }
    if (request->parameters[FORM] == AT_ONCE) {
        plan_at_once(request, plan, "reduce_at_once", OUT);
        return;
    }
    plan_level(request, plan, &level, 0);
    for (int number = 1; level.left > 1; number++) {
        level = level_of(request, level.left, false);
        plan_level(request, plan, &level, number);
    }
}

/* ------------------------------------------------------------------- forms */

/* What a level makes of `in`. */
static struct depth level_depth(const struct request *request,
                                const struct level *level, struct depth in)
{
    return request->parameters[FORM] == TREE
               ? (struct depth){in.others + 1,
                                level->count % 2
                                    ? in.last
                                    : larger(in.others, in.last) + 1}
               : tiles_depth(request, level, in);
}

static void forms(const struct request *request, struct forms *forms)
{
    struct level level = level_of(request, request->n, true);
    struct depth depth = {0, 0};
    double elements = 0;

    if (request->parameters[FORM] == STREAM) {
        const struct stream s = stream(request);
        stream_forms(request, &s, request->elem_bytes, forms);
        return;
    }
    if (request->parameters[FORM] == AT_ONCE) {
        at_once_forms(request, (double)request->n * (double)request->elem_bytes,
                      forms);
        return;
    }
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
    REDUCE_ITEMS_PARAMETER(
        "elements of one thread, of each window; not of a tree"),
    {.name = "form",
     .macro = "FORM",
     .help = "pairs launch by launch; tiles, a block for each; chunks, for so "
             "many threads; or tiles in one launch",
     .by_default = STREAM,
     .legal = {TREE, GROUP, CHUNKED, AT_ONCE, STREAM},
     .names = {"tree", "group", "chunked", "at_once", "stream"},
     .small = STREAM},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "of chunked, at most: each of their warps has a chunk",
     .by_default = 1024,
     .legal = {1, 2, 128, 256, 512, 1024, 2048},
     .small = 2},
    STAGES_PARAMETER,
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
