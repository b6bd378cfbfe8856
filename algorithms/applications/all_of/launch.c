/* launch.c - all_of on a GPU: two launches; their costs. */
#include "../../launch.h"

enum { IN, HOLDS };    /* ports */
enum { BLOCK, ITEMS }; /* parameters */

static size_t tile_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK] *
           (size_t)request->parameters[ITEMS];
}

static const char *refuse(const struct request *request)
{
    const char *const reason =
        refuse_threads(request, (size_t)request->parameters[BLOCK]);

    return reason ? reason : refuse_tiles(request, tile_of(request));
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = ceil_div(request->n, tile_of(request));

    plan_launch(plan, "begin", 1, 1, 0);
    argument_port(plan, HOLDS, 0);
    if (tiles == 0)
        return;
    plan_launch(plan, "ask_tiles", tiles, (size_t)request->parameters[BLOCK],
                0);
    argument_port(plan, IN, 0);
    argument_port(plan, HOLDS, 0);
    argument_u64(plan, request->n);
}

/* A tile that has an element which is not kept writes the answer. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double tiles = (double)ceil_div(request->n, tile_of(request));

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(n + 4, n + 4 + 8 * tiles),
        .why = "tiles that have an element which is not kept write the answer",
    };
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads of one block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements of one thread",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    {.name = NULL}};

const struct implementation all_of_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "n",
    .memory = "none",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
