/* launch.c - histogram on a GPU: clear, then count; their costs. */
#include "../../contract/launch.h"
#include "parameters.h"

enum {
    BLOCK = HISTOGRAM_PARAMETER_COUNT,
    ITEMS,
    BLOCKS,
    ROOM
}; /* parameters */

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

/* Each block reads and writes every count again. */
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
    BLOCK_PARAMETER("threads per block", 1024),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements per thread in each tile, loaded together",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "maximum number of blocks, which go from tile to tile",
     .by_default = 132,
     .legal = {1, 2, 132, 264, 528, 1056},
     .small = 2},
    {.name = "room",
     .macro = "ROOM",
     .help = "bytes of shared memory for tables of counts: as many tables as "
             "fit, up to one per lane",
     .by_default = 32768,
     .legal = {1024, 4096, 16384, 32768},
     .small = 1024},
    {.name = NULL}};

/* Blocks of 1024 threads, one on each multiprocessor of an H200: they always
 * have reads in flight, and few tables have to be added. Larger elements: fewer
 * in registers. */
static const struct shape shapes[] = {
    {"simt", 32, false, 0, "block=128,items=4,blocks=2"},
    {"cuda", 4, false, 0, "items=16"},
    {"cuda", 8, false, 0, "items=8"},
    {"cuda", 16, false, 0, "items=4"},
    {"cuda", 32, false, 0, "items=2"},
    {.settings = NULL},
};

const struct implementation histogram_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "n, and 16 bytes per bin and block",
    .memory = "none",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
