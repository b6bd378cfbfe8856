/* launch.c - reduce on a GPU: six forms, level by level; their costs.
 *
 *     tree       10000000 -> 5000000 -> 2500000 -> ... -> 2 -> 1
 *     group      10000000 -> 39063 -> 153 -> 1       block=256,items=1
 *     chunked    10000000 -> 814 -> 1                block=256,items=16; at
 *                                                    most 1024 blocks
 *     own        10000000 -> 1002 -> 1               at most 1024 blocks
 *     stream     10000000 -> 132 -> 1                in one launch
 *     atomics    10000000 -> 1                       block by block
 *
 * Level k reads the port or the buffer that level k - 1 wrote. Two buffers are
 * used in turn.
 */
#include "../reduction/reduce_launch.h"

enum { IN, OUT }; /* ports */
enum { FORM = REDUCE_PARAMETER_COUNT, BLOCKS, ORDER, STAGES };
enum { TREE, GROUP, CHUNKED, OWN, STREAM, ATOMICS }; /* of FORM */
enum { CONSECUTIVE, STRIDED };                       /* of ORDER */

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
    if (p[ORDER] == STRIDED && p[FORM] != OWN)
        return "strided works only with form=own: use own";
    if (p[FORM] == ATOMICS && request->elem_bytes > 8)
        return "atomics: a compare-and-swap handles 4 or 8 bytes, but T is "
               "larger";
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

/* A chunk for each thread. */
static struct level threads_level(const struct request *request, size_t count,
                                  size_t blocks)
{
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];
    const size_t each = at_least_1(ceil_div(count, blocks * block));
    const size_t left = at_least_1(ceil_div(count, each * block));

    return (struct level){
        .count = count, .blocks = left, .left = left, .chunk = each};
}

/* The first level reads the input, the others all remaining elements. */
static struct level level_of(const struct request *request, size_t count,
                             bool first)
{
    const long *const p = request->parameters;

    switch (p[FORM]) {
    case TREE: return tree_level(request, count);
    case GROUP: return group_level(request, count);
    case OWN:
        return threads_level(request, count, first ? (size_t)p[BLOCKS] : 1);
    default:
        return tiles_level(
            request, count,
            reduce_chunk(request, count, first ? (size_t)p[BLOCKS] : 1));
    }
}

/* -------------------------------------------------------------------- plan */

/* Buffers for the output of a level: levels use two in turn. */
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
    else if (p[FORM] == OWN)
        plan_launch(plan, "reduce_by_threads", level->blocks,
                    (size_t)p[REDUCE_BLOCK], 0);
    else
        plan_level_of_tiles(
            request, plan, p[FORM] == GROUP ? "reduce_groups" : "reduce_chunks",
            level);
    /* It starts while the level before ends, and waits (reduce_block()). */
    plan->step[plan->steps - 1].overlapping =
        number > 0 && (p[FORM] == GROUP || p[FORM] == CHUNKED);
    if (number == 0)
        argument_port(plan, IN, 0);
    else
        argument_buffer(plan, (number - 1) % 2, 0);
    if (level->left == 1)
        argument_port(plan, OUT, 0);
    else
        argument_buffer(plan, number % 2, 0);
    argument_u64(plan, level->count);
    if (p[FORM] == CHUNKED || p[FORM] == OWN)
        argument_u64(plan, level->chunk);
}

/* The output is the identity first; then each block joins its total. */
static void plan_atomics(const struct request *request, struct plan *plan)
{
    const struct level level = group_level(request, request->n);

    plan_launch(plan, "begin", 1, 1, 0);
    argument_port(plan, OUT, 0);
    if (request->n == 0)
        return;
    plan_level_of_tiles(request, plan, "reduce_and_join", &level);
    argument_port(plan, IN, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    struct level level = level_of(request, request->n, true);

    if (request->parameters[FORM] == STREAM) {
        const struct stream s = stream(request);
        plan_stream(request, plan, &s, "reduce_chunks_at_once", OUT);
        return;
    }
    if (request->parameters[FORM] == ATOMICS) {
        plan_atomics(request, plan);
        return;
    }
    plan_level(request, plan, &level, 0);
    for (int number = 1; level.left > 1; number++) {
        level = level_of(request, level.left, false);
        plan_level(request, plan, &level, number);
    }
}

/* ------------------------------------------------------------------- forms */

/* The depths of a level's outputs from inputs of depths `in`. */
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

static void atomics_forms(const struct request *request, struct forms *forms)
{
    const struct level level = group_level(request, request->n);
    const double n = (double)request->n, size = (double)request->elem_bytes;
    const double blocks = n > 0 ? (double)level.blocks : 0;

    *forms = (struct forms){
        .work = between(n, n > 0 ? INFINITY : 0),
        .depth = (struct cost){NAN, NAN},
        .bytes = between((n + 1 + blocks) * size, INFINITY),
        .why = "a block retries its op if another block got there first",
    };
}

/* The largest depth of a level of threads' chunks from elements of these
 * depths: a chain, then trees. */
static double threads_depth(const struct request *request,
                            const struct level *level, double depth)
{
    return depth + (double)level->chunk - 1 + ceil_log2(WARP_LANES) +
           ceil_log2(warps_of(request));
}

static void threads_forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    struct level level = level_of(request, request->n, true);
    double depth = threads_depth(request, &level, 0);
    double elements = (double)level.count + (double)level.left;

    while (level.left > 1) {
        level = level_of(request, level.left, false);
        depth = threads_depth(request, &level, depth);
        elements += (double)level.count + (double)level.left;
    }
    *forms = (struct forms){
        .work = exactly(n > 0 ? n - 1 : 0),
        .depth = between(ceil_log2(request->n), n > 0 ? depth : 0),
        .bytes = exactly(elements * (double)request->elem_bytes),
        .why = "the last chunks can be shorter",
    };
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
    if (request->parameters[FORM] == ATOMICS) {
        atomics_forms(request, forms);
        return;
    }
    if (request->parameters[FORM] == OWN) {
        threads_forms(request, forms);
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
    BLOCK_PARAMETER("threads per block", 256),
    REDUCE_ITEMS_PARAMETER("elements per thread and window; not used by tree"),
    {.name = "form",
     .macro = "FORM",
     .help = "pairs, launch by launch; a block for each tile; a chunk for each "
             "warp or thread; chunks in one launch; or tiles, combined with "
             "the output as they finish",
     .by_default = GROUP,
     .legal = {TREE, GROUP, CHUNKED, OWN, STREAM, ATOMICS},
     .names = {"tree", "group", "chunked", "own", "stream", "atomics"},
     .small = GROUP,
     .lesson = "right only if op commutes: blocks end in any order",
     .wrong = ATOMICS},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "maximum number of blocks; each warp, or thread, has a chunk",
     .by_default = 1024,
     .legal = {1, 2, 128, 256, 512, 1024, 2048},
     .small = 2,
     .of = {"chunked", "own"}},
    {.name = "order",
     .macro = "STRIDED",
     .help = "whether a thread's elements are consecutive, or strided",
     .by_default = CONSECUTIVE,
     .legal = {CONSECUTIVE, STRIDED},
     .names = {"consecutive", "strided"},
     .small = CONSECUTIVE,
     .lesson =
         "right only if op commutes: elements of other threads are in between",
     .wrong = STRIDED,
     .of = {"own"}},
    STAGES_PARAMETER,
    {.name = NULL}};

/* Found on an H200: with large tiles few totals are left. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 0, "block=512,items=32"},
    {"cuda", 8, false, 0, "block=512,items=16"},
    {"cuda", 16, false, 0, "items=8"},
    {"cuda", 32, false, 0, "items=4"},
    {.settings = NULL},
};

const struct implementation reduce_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "n - 1",
    .depth = "M + log2 B for each level of tiles; tree: log2 n",
    .traffic = "n",
    .memory = "one element per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
