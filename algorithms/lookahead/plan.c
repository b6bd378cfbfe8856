/* plan.c - look-ahead: one pass, in generations of a tile per thread. */
#include "../plan.h"

enum { TILE };

enum { LINE = 64, HEAD = LINE };

static size_t slot_bytes(size_t elem_bytes)
{
    return (sizeof(uint64_t) + elem_bytes + LINE - 1) / LINE * LINE;
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t slots = 2 * (size_t)request->machine->threads;

    plan_native(request, plan);
    plan_buffer(plan, "aggregates",
                HEAD + slots * slot_bytes(request->elem_bytes), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
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

    forms->bytes = traffic(request, 2);
    if (threads == 1 || n <= tile) {
        loop_forms(request, forms);
        return;
    }
    /* All tiles but the first element are folded and scanned; then come the
     * aggregates that each thread reads. Threads without a tile fold nothing,
     * but publish an identity, which is joined like the others. */
    const size_t rest = n - 1;
    const size_t generations = (rest + threads * tile - 1) / (threads * tile);
    const size_t tiles = (rest + tile - 1) / tile;
    const double all = (double)(generations - 1) * (double)(threads * threads);
    const double last = (double)(threads * (threads - 1)) / 2;

    forms->work = exactly((double)(rest - tiles) + (double)rest + all + last);
    /* At most: a fold, an op for each tile that there could be, a scan. */
    forms->depth =
        between(0, 2 * (double)tile + (double)(generations * threads));
    forms->why = "the chain goes through the folds of tiles, a step for each "
                 "tile before, and the scan of the last one";
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
    .kind = KIND_SCAN,
    .ports = scan_ports,
    .cpu =
        {
            .parameters = parameters,
            .work = "2n + P n/tile",
            .depth = "tile + n/tile",
            .traffic = "2n",
            .memory = "two slots of 64 bytes per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &lookahead_gpu,
};
