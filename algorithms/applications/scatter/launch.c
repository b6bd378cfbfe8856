/* launch.c - scatter on a GPU: one launch; its costs. */
#include "../../contract/launch.h"

enum { IN, INDEX, OUT }; /* ports */
enum { BLOCK, ITEMS };   /* parameters */

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
    if (request->n == 0)
        return;
    plan_launch(plan, "scatter", ceil_div(request->n, tile_of(request)),
                (size_t)request->parameters[BLOCK], 0);
    argument_port(plan, IN, 0);
    argument_port(plan, INDEX, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(4 * n, (4 + 2 * (double)request->elem_bytes) * n),
        .why = "an element that is skipped is neither read nor written",
    };
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements per thread",
     .by_default = 8,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    {.name = NULL}};

const struct implementation scatter_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "4 bytes and up to 2 elements for each index",
    .memory = "none",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
