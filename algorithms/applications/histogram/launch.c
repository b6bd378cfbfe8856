/* launch.c - histogram on a GPU: clear, then count; their costs. */
#include "../../launch.h"
#include "parameters.h"

enum { BLOCK = HISTOGRAM_PARAMETER_COUNT, ITEMS, BLOCKS, COPIES }; /* parameters */

static size_t tile_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK] *
           (size_t)request->parameters[ITEMS];
}

static size_t blocks_of(const struct request *request)
{
    const size_t tiles = ceil_div(request->n, tile_of(request));
    const size_t most = (size_t)request->parameters[BLOCKS];

    return tiles < most ? tiles : most;
}

static const char *refuse(const struct request *request)
{
    if (request->parameters[BINS] * request->parameters[COPIES] * 4 > LARGEST_SHARED) return "copies: no room";
    return refuse_threads(request, (size_t)request->parameters[BLOCK]);
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[BLOCK];

    plan_launch(plan, "clear_counts", 1, block, 0);
    argument_port(plan, COUNTS, 0);
    argument_port(plan, BIN_COUNT, 0);
    if (request->n == 0)
        return;
    plan_launch(plan, "count_tiles", blocks_of(request), block, 0);
    argument_port(plan, IN, 0);
    argument_port(plan, COUNTS, 0);
    argument_u64(plan, request->n);
}

/* Each block reads and writes every count once more. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double bins = (double)request->parameters[BINS];
    const double blocks = (double)blocks_of(request);

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = exactly(n + 8 * bins * (1 + 2 * blocks) + 8),
    };
}

static const struct parameter parameters[] = {
    BINS_PARAMETER,
    BLOCK_PARAMETER("threads of one block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements of one thread, of each tile",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 16, 32},
     .small = 2},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "that go from tile to tile, at most",
     .by_default = 1024,
     .legal = {1, 2, 132, 264, 396, 528, 1024, 1056, 2048},
     .small = 2},
    {.name = "copies",
     .macro = "COPIES",
     .help = "experiment",
     .by_default = 1,
     .legal = {1, 2, 4, 8, 16, 32},
     .small = 2},
    {.name = NULL}};

const struct implementation histogram_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "n, and 16 bytes per bin and block",
    .memory = "none",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
