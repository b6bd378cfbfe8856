/* launch.c - all_of on a GPU: two launches; their costs. */
#include "../compaction/kept_launch.h" /* tiles */

enum { IN, HOLDS }; /* ports */

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = ceil_div(request->n, kept_tile(request));

    plan_launch(plan, "begin", 1, 1, 0);
    argument_port(plan, HOLDS, 0);
    if (tiles == 0)
        return;
    plan_launch(plan, "ask_tiles", tiles,
                (size_t)request->parameters[KEPT_BLOCK], 0);
    plan->step[plan->steps - 1].overlapping = true;
    argument_port(plan, IN, 0);
    argument_port(plan, HOLDS, 0);
    argument_u64(plan, request->n);
}

/* A tile with an element that is not kept writes the answer. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double tiles = (double)ceil_div(request->n, kept_tile(request));

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(n + 4, n + 4 + 8 * tiles),
        .why = "tiles with an element that is not kept write the answer",
    };
}

/* Block and items as in all applications with a predicate. */
static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements per thread",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 16, 32},
     .small = 2},
    {.name = NULL}};

/* Found on an H200. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 0, "block=512,items=32"},
    {"cuda", 8, false, 0, "block=512"},
    {"cuda", 16, false, 0, "block=512,items=8"},
    {"cuda", 32, false, 0, "block=512,items=4"},
    {.settings = NULL},
};

const struct implementation all_of_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "n",
    .memory = "none",
    .refuse = kept_refuse,
    .plan = plan,
    .forms = forms,
};
