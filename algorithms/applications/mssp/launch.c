/* launch.c - mssp on a GPU: numbers are mapped and reduced, then totals are
 * reduced; four forms, and costs. */
#include "../reduction/reduce_launch.h"

enum { IN, OUT };                                       /* ports */
enum { FORM = REDUCE_PARAMETER_COUNT, STAGES, BLOCKS }; /* parameters */
enum { GROUP, STREAM, CHUNKED, TREE };                  /* of FORM */
enum { GIVEN = sizeof(int32_t) };                       /* bytes of a number */

static struct stream stream(const struct request *request)
{
    return stream_of(request, GIVEN, (size_t)request->parameters[STAGES]);
}

/* Windows of all warps, with gaps. */
static size_t windows_bytes(const struct request *request)
{
    const size_t window = window_of(request);

    return warps_of(request) * (window / 4 + window / 32 + 1) * 16;
}

static const char *refuse(const struct request *request)
{
    const struct stream s = stream(request);
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];

    if (request->parameters[FORM] == TREE) {
        const char *const reason = refuse_threads(request, block);
        return reason ? reason : refuse_tiles(request, 2 * block);
    }
    return request->parameters[FORM] == STREAM
               ? stream_refuse(request, &s)
               : tile_refuse(request, block,
                             (size_t)request->parameters[REDUCE_ITEMS],
                             windows_bytes(request) +
                                 warps_of(request) * request->elem_bytes);
}

/* -------------------------------------------------------------------- plan */

/* Totals, ENTRY_THREADS of them by each block, until one is left: buffers 0 and
 * 1 in turn. */
static void plan_totals(const struct request *request, struct plan *plan,
                        size_t count)
{
    (void)request;
    for (int from = 0; count > 1; from = 1 - from) {
        const size_t left = ceil_div(count, ENTRY_THREADS);
        plan_launch(plan, "reduce_tiles", left, ENTRY_THREADS, 0);
        argument_buffer(plan, from, 0);
        if (left == 1)
            argument_port(plan, OUT, 0);
        else
            argument_buffer(plan, 1 - from, 0);
        argument_u64(plan, count);
        argument_u64(plan, ENTRY_THREADS);
        count = left;
    }
}

/* The first level: a window or a chunk for each warp. */
static struct level tiles_of_numbers(const struct request *request)
{
    const long *const p = request->parameters;

    return p[FORM] == CHUNKED ? tiles_level(request, request->n,
                                            reduce_chunk(request, request->n,
                                                         (size_t)p[BLOCKS]))
                              : group_level(request, request->n);
}

static void plan_tiles_of_numbers(const struct request *request,
                                  struct plan *plan)
{
    const struct level level = tiles_of_numbers(request);
    const bool chunked = request->parameters[FORM] == CHUNKED;

    plan_elements(request, plan, "totals of even levels", level.left);
    plan_elements(request, plan, "totals of odd levels",
                  ceil_div(level.left, ENTRY_THREADS));
    plan_launch(plan, chunked ? "map_chunks" : "map_groups", level.blocks,
                (size_t)request->parameters[REDUCE_BLOCK],
                windows_bytes(request));
    argument_port(plan, IN, 0);
    if (level.left == 1)
        argument_port(plan, OUT, 0);
    else
        argument_buffer(plan, 0, 0);
    argument_u64(plan, request->n);
    if (chunked)
        argument_u64(plan, level.chunk);
    plan_totals(request, plan, level.left);
}

/* Each launch leaves half as many, in buffers 0 and 1 in turn. */
static void plan_tree(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];
    size_t count = request->n, left = at_least_1(ceil_div(count, 2));
    int to = 0;

    plan_elements(request, plan, "elements of even levels", left);
    plan_elements(request, plan, "elements of odd levels", ceil_div(left, 2));
    plan_launch(plan, "map_pairs", ceil_div(left, block), block, 0);
    argument_port(plan, IN, 0);
    for (;; to = 1 - to) {
        if (left == 1)
            argument_port(plan, OUT, 0);
        else
            argument_buffer(plan, to, 0);
        argument_u64(plan, count);
        if (left == 1)
            return;
        count = left;
        left = ceil_div(count, 2);
        plan_launch(plan, "reduce_pairs", ceil_div(left, block), block, 0);
        argument_buffer(plan, to, 0);
    }
}

static void plan(const struct request *request, struct plan *plan)
{
    const struct stream s = stream(request);

    switch (request->parameters[FORM]) {
    case STREAM:
        plan_stream(request, plan, &s, "map_chunks_at_once", OUT);
        break;
    case TREE: plan_tree(request, plan); break;
    default: plan_tiles_of_numbers(request, plan);
    }
}

/* ------------------------------------------------------------------- forms */

static void tiles_forms(const struct request *request, struct forms *forms)
{
    enum { WARPS = ENTRY_THREADS / WARP_LANES, STRETCH = 5 + WARPS - 1 };
    const struct level level = tiles_of_numbers(request);
    const double n = (double)request->n, size = (double)request->elem_bytes;
    /* A window, the windows of a chunk, the warps. */
    double depth = (double)request->parameters[REDUCE_ITEMS] - 1 +
                   ceil_log2(WARP_LANES) +
                   (double)(level.chunk / window_of(request)) - 1 +
                   ceil_log2(warps_of(request));
    double elements = (double)level.left;

    for (size_t count = level.left; count > 1;) {
        const size_t left = ceil_div(count, ENTRY_THREADS);
        depth += STRETCH;
        elements += (double)(count + left);
        count = left;
    }
    *forms = (struct forms){
        .work = exactly(n > 0 ? n - 1 : 0),
        .depth = between(ceil_log2(request->n), n > 0 ? depth : 0),
        .bytes = exactly(GIVEN * n + elements * size),
        .why = "the last tile and the last stretch can be shorter",
    };
}

static void tree_forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    size_t left = at_least_1(ceil_div(request->n, 2));
    double elements = (double)left;

    while (left > 1) {
        const size_t next = ceil_div(left, 2);
        elements += (double)(left + next);
        left = next;
    }
    *forms = (struct forms){
        .work = exactly(n > 0 ? n - 1 : 0),
        .depth = exactly(ceil_log2(at_least_1(request->n))),
        .bytes = exactly(GIVEN * n + elements * (double)request->elem_bytes),
    };
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct stream s = stream(request);

    switch (request->parameters[FORM]) {
    case STREAM: stream_forms(request, &s, GIVEN, forms); break;
    case TREE: tree_forms(request, forms); break;
    default: tiles_forms(request, forms);
    }
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    REDUCE_ITEMS_PARAMETER("numbers per thread; stream: numbers in each run of "
                           "a lane, or one fewer"),
    {.name = "form",
     .macro = "FORM",
     .help = "a block for each tile; chunks in one launch; a chunk for each "
             "warp; or pairs, launch by launch",
     .by_default = GROUP,
     .legal = {GROUP, STREAM, CHUNKED, TREE},
     .names = {"group", "stream", "chunked", "tree"},
     .small = GROUP},
    STAGES_PARAMETER,
    {.name = "blocks",
     .macro = "CHUNK_BLOCKS",
     .help = "maximum number of blocks; each warp has a chunk",
     .by_default = 1024,
     .legal = {1, 2, 128, 256, 512, 1024, 2048},
     .small = 2,
     .of = {"chunked"}},
    {.name = NULL}};

/* Found on an H200. */
static const struct shape shapes[] = {
    {"cuda", 16, false, 0, "block=512,items=32"},
    {.settings = NULL},
};

const struct implementation mssp_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "n - 1",
    .depth = "M + log2 B for each level of tiles; tree: log2 n",
    .traffic = "n numbers",
    .memory = "one element per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
