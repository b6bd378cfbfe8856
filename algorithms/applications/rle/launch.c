/* launch.c - run-length encoding on a GPU: three launches, or a single one in
 * either of two forms; their costs. */
#define AHEAD_LEAD AHEAD_UNIT /* elements before a tile, loaded with it */
#include "../compaction/kept_ahead_launch.h"

enum { IN, VALUES, LENGTHS, RUNS }; /* ports */
enum { COUNTER, STATUS };           /* buffers of one_pass */

/* At least one, which stores the number of runs. */
static size_t tiles_of(const struct request *request)
{
    const size_t tiles = ceil_div(request->n, kept_tile(request));

    return tiles > 0 ? tiles : 1;
}

static const char *refuse(const struct request *request)
{
    const size_t room = fixed_shared_bytes(request) - 3072;

    if (request->n >> 32)
        return "lengths are 32-bit: use fewer than 2^32 elements";
    if (is_look_ahead(request))
        return refuse_ahead(request);
    if (kept_tile(request) * (request->elem_bytes + 4) > room)
        return "a tile takes block * items * (sizeof(T) + 4) bytes of shared "
               "memory, which is more than a block may have: use fewer items";
    return refuse_threads(request, (size_t)request->parameters[KEPT_BLOCK]);
}

/* The counter is 0 again after each launch. */
static void plan_tiles(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_buffer(plan, "ticket counter", sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan_buffer(plan, "heads of tiles", 2 * tiles * sizeof(uint64_t),
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[COUNTER].unit = sizeof(uint32_t);
    plan->buffer[STATUS].unit = sizeof(uint64_t);
    plan_launch(plan, "encode_tiles", tiles,
                (size_t)request->parameters[KEPT_BLOCK], 0);
    argument_port(plan, IN, 0);
    argument_port(plan, VALUES, 0);
    argument_port(plan, LENGTHS, 0);
    argument_port(plan, RUNS, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, STATUS, 0);
    argument_launch(plan);
}

static bool is_three_kernels(const struct request *request)
{
    return request->parameters[AHEAD_FORM] == THREE_KERNELS;
}

static void plan_three(const struct request *request, struct plan *plan)
{
    const size_t tiles = ceil_div(request->n, kept_tile(request));
    const size_t block = (size_t)request->parameters[KEPT_BLOCK];

    plan_buffer(plan, "heads of tiles", tiles * 2 * sizeof(uint32_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[0].unit = sizeof(uint32_t);
    if (tiles > 0) {
        plan_launch(plan, "count_heads", tiles, block, 0);
        argument_port(plan, IN, 0);
        argument_buffer(plan, 0, 0);
        argument_u64(plan, request->n);
    }
    plan_launch(plan, "scan_heads", 1, block, 0);
    argument_buffer(plan, 0, 0);
    argument_u64(plan, tiles);
    argument_port(plan, LENGTHS, 0);
    argument_port(plan, RUNS, 0);
    argument_u64(plan, request->n);
    if (tiles == 0)
        return;
    plan_launch(plan, "write_runs", tiles, block, 0);
    argument_port(plan, IN, 0);
    argument_port(plan, VALUES, 0);
    argument_port(plan, LENGTHS, 0);
    argument_buffer(plan, 0, 0);
    argument_u64(plan, request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (is_three_kernels(request)) {
        plan_three(request, plan);
    } else if (is_look_ahead(request)) {
        plan_ahead(request, plan, "encode_ahead");
        argument_port(plan, RUNS, 0);
    } else {
        plan_tiles(request, plan);
    }
}

/* The elements before each tile except the first are read twice. */
static void forms_ahead(const struct request *request, struct forms *forms)
{
    const double unit = (double)request->elem_bytes;
    const double again = larger(ahead_tiles(request) - 1, 0) *
                         (double)AHEAD_UNIT(request) * unit;
    const double least =
        (double)request->n * unit + again + ahead_least(request);

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, INFINITY),
        .why = "one value and one length are written for each run; "
               "words are read repeatedly during a wait",
    };
}

/* Bytes of a launch that reads the input once: a warp's first lane also reads
 * the element to its left. */
static double bytes_read(const struct request *request)
{
    const double n = (double)request->n;
    const double rows = (double)ceil_div(request->n, WARP_LANES);

    return (n + larger(rows - 1, 0)) * (double)request->elem_bytes;
}

/* A tile's heads are written, scanned in place, and read; the number of runs
 * is written, and values and lengths. */
static void forms_three(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double tiles = (double)ceil_div(request->n, kept_tile(request));
    const double least = 2 * bytes_read(request) + 32 * tiles + 8;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, least + n * (double)(request->elem_bytes + 4)),
        .why = "one value and one length are written for each run",
    };
}

/* For each tile the ticket is read and written, and its two words are written
 * twice (once for tile 0); the others look back, at one tile or at many. */
static void forms_tiles(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n, tiles = (double)tiles_of(request);
    const double unit = (double)request->elem_bytes;
    const double least = bytes_read(request) + 8 * tiles +
                         16 * (2 * tiles - 1) + 16 * (tiles - 1) + 8;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, tiles > 1 ? INFINITY : least + n * (unit + 4)),
        .why = "one value and one length are written for each run; "
               "how far tiles look back depends on timing",
    };
}

static void forms(const struct request *request, struct forms *forms)
{
    if (is_three_kernels(request))
        forms_three(request, forms);
    else if (is_look_ahead(request))
        forms_ahead(request, forms);
    else
        forms_tiles(request, forms);
}

static const struct parameter parameters[] = {
    KEPT_PARAMETERS("one_pass", "three_kernels"),
    {.name = "form",
     .macro = "FORM",
     .help = "how the heads before a tile are counted",
     .by_default = ONE_PASS,
     .legal = {THREE_KERNELS, ONE_PASS, LOOK_AHEAD},
     .names = {"three_kernels", "one_pass", "look_ahead"},
     .small = LOOK_AHEAD},
    AHEAD_PARAMETERS,
    {.name = NULL}};

/* Larger elements: fewer in shared memory. */
static const struct shape shapes[] = {
    AHEAD_SHAPES("rows=20,strips=11,packers=11,storers=11,late=3",
                 "rows=10,strips=11,packers=11,storers=11,late=3",
                 "rows=5,strips=11,packers=11,storers=11,late=3",
                 "rows=2,strips=11,packers=11,storers=11,late=3"),
    {"simt", 4, false, 0, "items=16"},
    {"simt", 16, false, 0, "items=8"},
    {"simt", 32, false, 0, "items=4"},
    {.settings = NULL}};

const struct implementation rle_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "n, and a value and 4 bytes for each run",
    .memory = "8 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
