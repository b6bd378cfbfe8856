/* launch.c - run-length encoding on a GPU: one launch; its costs. */
#include "../../launch.h"

enum { IN, VALUES, LENGTHS, RUNS }; /* ports */
enum { BLOCK, ITEMS };              /* parameters */
enum { COUNTER, STATUS };           /* buffers */

static size_t tile_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK] *
           (size_t)request->parameters[ITEMS];
}

/* One at least, which tells how many runs there are. */
static size_t tiles_of(const struct request *request)
{
    const size_t tiles = ceil_div(request->n, tile_of(request));

    return tiles > 0 ? tiles : 1;
}

static const char *refuse(const struct request *request)
{
    const size_t room = fixed_shared_bytes(request) - 3072;

    if (tile_of(request) * (request->elem_bytes + 4) > room)
        return "a tile takes block * items * (sizeof(T) + 4) bytes of shared "
               "memory, more than one block may have: take fewer items";
    if (request->n >> 32)
        return "lengths have 32 bits: take fewer than 2^32 elements";
    return refuse_threads(request, (size_t)request->parameters[BLOCK]);
}

/* The counter is 0 again after each launch. */
static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_buffer(plan, "ticket counter", sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan_buffer(plan, "heads of tiles", 2 * tiles * sizeof(uint64_t),
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[COUNTER].unit = sizeof(uint32_t);
    plan->buffer[STATUS].unit = sizeof(uint64_t);
    plan_launch(plan, "encode_tiles", tiles, (size_t)request->parameters[BLOCK],
                0);
    argument_port(plan, IN, 0);
    argument_port(plan, VALUES, 0);
    argument_port(plan, LENGTHS, 0);
    argument_port(plan, RUNS, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, STATUS, 0);
    argument_launch(plan);
}

/* Of each tile the ticket is read and written, and its two words written twice,
 * but once of tile 0; the others look back, at one tile or at many. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n, tiles = (double)tiles_of(request);
    const double unit = (double)request->elem_bytes;
    const double rows = (double)ceil_div(request->n, WARP_LANES);
    const double read = (n + larger(rows - 1, 0)) * unit;
    const double least =
        read + 8 * tiles + 16 * (2 * tiles - 1) + 16 * (tiles - 1) + 8;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, tiles > 1 ? INFINITY : least + n * (unit + 4)),
        .why = "as many values and lengths are written as there are runs; "
               "tiles look back as far as timing has it",
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

/* Larger elements: fewer of them in shared memory. Not measured. */
static const struct shape shapes[] = {
    {"simt", 4, false, "items=16"},
    {"cuda", 4, false, "items=16"},
    {"simt", 16, false, "items=8"},
    {"cuda", 16, false, "items=8"},
    {"simt", 32, false, "items=4"},
    {"cuda", 32, false, "items=4"},
    {.settings = NULL},
};

const struct implementation rle_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "33n/32, and a value and 4 bytes for each run",
    .memory = "16 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
