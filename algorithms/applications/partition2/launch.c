/* launch.c - partition on a GPU: three launches, or two; their costs. */
#include "../compaction/kept_ahead_launch.h"

enum {
    CHUNKS_AT_ONCE = 8, /* blocks of a multiprocessor that count */
    UNIT_BYTES = 16     /* that a thread loads in one access */
};

static const char *refuse(const struct request *request)
{
    const char *const reason = kept_refuse(request);

    return !reason && is_look_ahead(request) ? refuse_ahead(request) : reason;
}

/* Elements that a block counts at a time: kept_total.h. */
static size_t counting_chunk(const struct request *request)
{
    const size_t size = request->elem_bytes;
    const size_t wide = size < UNIT_BYTES ? UNIT_BYTES / size : 1;
    const size_t items = (size_t)request->parameters[KEPT_ITEMS];
    const size_t depth = items > wide ? items / wide : 1;

    return (size_t)request->parameters[KEPT_BLOCK] * depth * wide;
}

/* Blocks that count all elements, 0 at n = 0. */
static size_t counting_blocks(const struct request *request)
{
    const size_t chunks = ceil_div(request->n, counting_chunk(request));
    const size_t most =
        CHUNKS_AT_ONCE * (size_t)request->machine->multiprocessors;

    return chunks < most ? chunks : most;
}

static void plan_two(const struct request *request, struct plan *plan)
{
    const size_t blocks = counting_blocks(request);
    const int counts = plan->buffers;

    plan_buffer(plan, "counts of blocks", blocks * sizeof(uint64_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[counts].unit = sizeof(uint64_t);
    if (blocks > 0) {
        plan_launch(plan, "count_all", blocks,
                    (size_t)request->parameters[KEPT_BLOCK], 0);
        plan->step[plan->steps - 1].overlapping = true;
        argument_port(plan, KEPT_IN, 0);
        argument_u64(plan, request->n);
        argument_buffer(plan, counts, 0);
    }
    plan_ahead(request, plan, "partition_ahead");
    argument_buffer(plan, counts, 0);
    argument_u32(plan, (uint32_t)blocks);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (is_look_ahead(request)) {
        plan_two(request, plan);
        return;
    }
    if (!plan_kept(request, plan))
        return;
    argument_port(plan, KEPT_COUNT, 0);
    argument_u64(plan, request->n);
}

/* Each tile also reads the count; elements are read again, from the cache, and
 * written. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double blocks = (double)counting_blocks(request);
    const double readers = (double)ahead_blocks(request);

    if (is_look_ahead(request)) {
        *forms = (struct forms){
            .work = exactly(0),
            .depth = exactly(0),
            .bytes = between(3 * n + ahead_least(request) + 8 * blocks +
                                 8 * blocks * readers,
                             INFINITY),
            .why = "counts are read repeatedly during a wait",
        };
        return;
    }
    const double tiles = (double)ceil_div(request->n, kept_tile(request));

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = exactly(kept_bytes(request) + 2 * n + 8 * tiles),
    };
}

static const struct parameter parameters[] = {
    KEPT_PARAMETERS(NULL), /* look_ahead counts with them */
    {.name = "form",
     .macro = "FORM",
     .help = "how the number of kept elements before a tile is found",
     .by_default = THREE_KERNELS,
     .legal = {THREE_KERNELS, LOOK_AHEAD},
     .names = {"three_kernels", "look_ahead"},
     .small = LOOK_AHEAD},
    AHEAD_PARAMETERS,
    {.name = NULL}};

static const struct shape shapes[] = {
    AHEAD_SHAPES("rows=20,strips=11,packers=11,storers=11,late=4",
                 "rows=10,strips=11,packers=11,storers=11,late=4",
                 "rows=5,strips=11,packers=11,storers=11,late=4",
                 "rows=2,strips=11,packers=11,storers=11,late=4"),
    {.settings = NULL}};

const struct implementation partition2_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "3n",
    .memory = "8 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
