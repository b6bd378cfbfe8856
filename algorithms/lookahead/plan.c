/* plan.c - look-ahead: one pass, in generations of a tile per thread. */
#include "../contract/plan.h"

enum { TILE };

static void plan(const struct request *request, struct plan *plan)
{
    plan_native(request, plan);
    plan_slots(request, plan, "aggregates", 1,
               2 * (size_t)request->machine->threads, 1);
}

static size_t tile_of(const struct request *request)
{
    const size_t tile = (size_t)request->parameters[TILE] / request->elem_bytes;
    return tile > 0 ? tile : 1;
}

static void forms(const struct request *request, struct forms *forms)
{
    const size_t n = request->n, tile = tile_of(request);
    const size_t threads = (size_t)request->machine->threads;

    loop_forms(request, forms);
    if (threads == 1 || n <= tile)
        return;
    /* All tiles are reduced and scanned, except the first element; then come
     * the aggregates that each thread reads. A thread without a tile publishes
     * an identity, which is joined like the others. */
    const size_t rest = n - 1;
    const size_t generations = (rest + threads * tile - 1) / (threads * tile);
    const size_t tiles = (rest + tile - 1) / tile;
    const double all = (double)(generations - 1) * (double)(threads * threads);
    const double last = (double)(threads * (threads - 1)) / 2;

    forms->work = exactly((double)(rest - tiles) + (double)rest + all + last);
    /* At most: a reduction, an op for each tile that there could be, a scan. */
    forms->depth =
        between(0, 2 * (double)tile + (double)(generations * threads));
    forms->why = "the chain passes through the totals of tiles, one step per "
                 "tile, and the scan of the last tile";
}

static const struct parameter parameters[] = {
    CACHED_TILE_PARAMETER,
    {.name = NULL},
};

extern const struct implementation lookahead_gpu; /* launch.c */

const struct algorithm lookahead = {
    .name = "lookahead",
    .title = "Look-ahead",
    .idea = "one pass; every block reads all aggregates of a generation",
    .source = "CUB's look-ahead scan; Merrill and Garland, NVR-2016-002",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "2n + P n/tile",
            .depth = "tile + n/tile",
            .traffic = "2n",
            .memory = "two 64-byte slots per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &lookahead_gpu,
};
