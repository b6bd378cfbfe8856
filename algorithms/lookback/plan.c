/* plan.c - look-back: one pass, one status slot for each tile. */
#include "../plan.h"

enum { TILE, OVERLAP, GRAIN };

enum { LINE = 64 };

/* A flag, an aggregate and a prefix on cache lines of their own. */
static size_t slot_bytes(size_t elem_bytes)
{
    return (sizeof(uint64_t) + 2 * elem_bytes + LINE - 1) / LINE * LINE;
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t bytes = request->n * request->elem_bytes;
    /* Rounding to whole vectors may shorten a tile, never by half. */
    const size_t tiles = 2 * bytes / (size_t)request->parameters[TILE] +
                         (size_t)request->machine->threads + 4;

    plan_native(request, plan);
    plan_buffer(plan, "status slots",
                LINE + tiles * slot_bytes(request->elem_bytes), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
}

static void forms(const struct request *request, struct forms *forms)
{
    forms->work = between(NAN, NAN);
    forms->depth = between(NAN, NAN);
    forms->bytes = traffic(request, 2);
    forms->why = "not written yet";
}

static const struct parameter parameters[] = {
    {.name = "tile",
     .macro = "TILE",
     .help = "bytes of one tile",
     .preset = 131072,
     .legal = {{64, NULL},
               {1024, NULL},
               {16384, NULL},
               {65536, NULL},
               {131072, NULL},
               {262144, NULL}},
     .small = 64},
    {.name = "overlap",
     .macro = "OVERLAP",
     .help = "fold the next tile while this one is scanned",
     .preset = 1,
     .legal = {{0, "plain"}, {1, "overlapped"}},
     .small = 1},
    GRAIN_PARAMETER,
    {.name = NULL},
};

const struct algorithm lookback = {
    .name = "lookback",
    .title = "Decoupled look-back",
    .idea = "one pass; tiles publish aggregates and prefixes, and look back",
    .source = "Merrill and Garland, NVR-2016-002; the Futhark report",
    .work = "2n",
    .depth = "n/P",
    .traffic = "2n",
    .memory = "64 bytes per tile",
    .kind = KIND_SCAN,
    .ports = scan_ports,
    .parameters = parameters,
    .refuse = refuse_nothing,
    .plan = plan,
    .forms = forms,
};
