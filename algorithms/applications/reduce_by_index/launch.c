/* launch.c - reduce_by_index on a GPU: two launches; their costs. */
#include "../../contract/launch.h"
#include "parameters.h"

#include <stdio.h>

enum {
    BLOCK = REDUCE_BY_INDEX_PARAMETER_COUNT,
    ITEMS,
    BLOCKS
};                      /* parameters */
enum { FOLDS, FILLED }; /* buffers */

/* Bytes of a warp's bins: folds, and a mark for each. */
static size_t warp_bytes(const struct request *request)
{
    return (size_t)request->parameters[BINS] * (request->elem_bytes + 1);
}

static size_t shared_bytes(const struct request *request)
{
    const size_t most = request->machine->block_shared_bytes;

    return most ? most : LARGEST_SHARED;
}

/* As many warps as `block` says, or as fit; 0: not even one does. */
static size_t warps_of(const struct request *request)
{
    const size_t wanted = (size_t)request->parameters[BLOCK] / WARP_LANES;
    const size_t fit = shared_bytes(request) / warp_bytes(request);

    return fit < wanted ? fit : wanted;
}

static size_t blocks_of(const struct request *request)
{
    const size_t rows = ceil_div(request->n, WARP_LANES);
    const size_t blocks = ceil_div(rows, warps_of(request));
    const size_t most = (size_t)request->parameters[BLOCKS];

    return blocks < most ? blocks : most;
}

static const char *refuse(const struct request *request)
{
    static _Thread_local char why[128];

    if (warps_of(request) == 0) {
        snprintf(why, sizeof why,
                 "bins: those of one warp take %zu bytes of shared memory, and "
                 "a block here has %zu",
                 warp_bytes(request), shared_bytes(request));
        return why;
    }
    return refuse_threads(request, (size_t)request->parameters[BLOCK]);
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t bins = (size_t)request->parameters[BINS];
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t warps = warps_of(request), blocks = blocks_of(request);
    const size_t rows = ceil_div(request->n, WARP_LANES);

    plan_elements(request, plan, "folds of blocks", blocks * bins);
    plan_buffer(plan, "which bins have one", blocks * bins, BUFFER_TEMPORARY,
                STARTS_ANYHOW);
    if (request->n > 0) {
        plan_launch(plan, "reduce_stretches", blocks, warps * WARP_LANES,
                    warps * warp_bytes(request));
        argument_port(plan, IN, 0);
        argument_port(plan, INDEX, 0);
        argument_buffer(plan, FOLDS, 0);
        argument_buffer(plan, FILLED, 0);
        argument_u64(plan, request->n);
        argument_u64(plan, ceil_div(rows, blocks * warps) * WARP_LANES);
    }
    plan_launch(plan, "join_blocks", ceil_div(bins * WARP_LANES, block), block,
                0);
    argument_buffer(plan, FOLDS, 0);
    argument_buffer(plan, FILLED, 0);
    argument_port(plan, OUT, 0);
    argument_port(plan, BIN_COUNT, 0);
    argument_u64(plan, blocks);
}

/* Marks are written and read for all bins of a block, folds for those that have
 * one. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n, unit = (double)request->elem_bytes;
    const double bins = (double)request->parameters[BINS];
    const double folds = bins * (double)blocks_of(request);
    const double least = n * (unit + 4) + 2 * folds + bins * unit + 8;

    *forms = (struct forms){
        .work = between(0, n > 1 ? n - 1 : 0),
        .depth = between(0, n > 1 ? n - 1 : 0),
        .bytes = between(least, least + 2 * folds * unit),
        .why = "an op for each element but the first in each bin",
    };
}

static const struct parameter parameters[] = {
    BINS_PARAMETER,
    BLOCK_PARAMETER("maximum number of threads per block: each warp has bins "
                    "in shared memory",
                    128),
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements per thread that are loaded together",
     .by_default = 4,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "maximum number of blocks",
     .by_default = 528,
     .legal = {1, 2, 132, 264, 528, 1056, 2112},
     .small = 2},
    {.name = NULL}};

/* Those for cuda were found on an H200. */
static const struct shape shapes[] = {
    {"simt", 32, false, 0, "block=64,items=2,blocks=2"},
    {"cuda", 8, false, 0, "block=512"},
    {"cuda", 16, false, 0, "block=512,items=2"},
    {"cuda", 32, false, 0, "block=256,items=2"},
    {.settings = NULL},
};

const struct implementation reduce_by_index_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "at most n - 1",
    .depth = "at most n - 1",
    .traffic = "n, n indices, and up to 2 elements per bin and block",
    .memory = "the bins of each block",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
