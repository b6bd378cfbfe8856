/* launch.c - filter on a GPU: three launches, or one; their costs. */
#include "../kept_launch.h"

enum { FORM = KEPT_PARAMETER_COUNT }; /* parameters */
enum { THREE_KERNELS, ONE_PASS };     /* forms */
enum { COUNTER, STATUS };             /* buffers of one_pass */

/* Tiles stage what they keep in shared memory. */
static const char *refuse(const struct request *request)
{
    const size_t room = fixed_shared_bytes(request) - 1024;

    if (request->parameters[FORM] == ONE_PASS &&
        kept_tile(request) * request->elem_bytes > room)
        return "one_pass: a tile takes block * items * sizeof(T) bytes of "
               "shared "
               "memory, more than one block may have: take fewer items";
    if (request->parameters[FORM] == ONE_PASS && request->n >> 32)
        return "one_pass: counts have 32 bits";
    return kept_refuse(request);
}

/* The counter is 0 again after each launch. */
static void plan_one_pass(const struct request *request, struct plan *plan)
{
    const size_t some = ceil_div(request->n, kept_tile(request));
    const size_t tiles = some > 0 ? some : 1; /* which tells the count */

    plan_buffer(plan, "ticket counter", sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan_buffer(plan, "counts of tiles", tiles * sizeof(uint64_t),
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[COUNTER].unit = sizeof(uint32_t);
    plan->buffer[STATUS].unit = sizeof(uint64_t);
    plan_launch(plan, "filter_tiles", tiles,
                (size_t)request->parameters[KEPT_BLOCK], 0);
    argument_port(plan, KEPT_IN, 0);
    argument_port(plan, KEPT_OUT, 0);
    argument_port(plan, KEPT_COUNT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, STATUS, 0);
    argument_launch(plan);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->parameters[FORM] == ONE_PASS)
        plan_one_pass(request, plan);
    else if (plan_kept(request, plan))
        argument_u64(plan, request->n);
}

/* Of each tile the ticket is read and written, and its word written twice, but
 * once of tile 0; the others look back, at one word or at many. */
static double one_pass_least(double tiles)
{
    return 8 * tiles + 8 * (2 * tiles - 1) + 8 * (tiles - 1) + 8;
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const bool one_pass = request->parameters[FORM] == ONE_PASS;
    const double some = (double)ceil_div(request->n, kept_tile(request));
    const double tiles = some > 0 ? some : 1;
    const double least =
        one_pass ? n + one_pass_least(tiles) : kept_bytes(request);

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, !one_pass    ? least + 2 * n
                                : tiles == 1 ? least + n
                                             : INFINITY),
        .why = one_pass ? "what is kept is written; tiles look back as far as "
                          "timing has it"
                        : "as many elements are written as are kept",
    };
}

static const struct parameter parameters[] = {
    KEPT_PARAMETERS,
    {.name = "form",
     .macro = "FORM",
     .help = "how often the input is read",
     .by_default = ONE_PASS,
     .legal = {THREE_KERNELS, ONE_PASS},
     .names = {"three_kernels", "one_pass"},
     .small = ONE_PASS},
    {.name = NULL}};

/* Larger elements: fewer of them in shared memory. */
static const struct shape shapes[] = {
    {"simt", 8, false, "items=16"},
    {"cuda", 8, false, "items=16"},
    {"simt", 16, false, "items=8"},
    {"cuda", 16, false, "items=8"},
    {"simt", 32, false, "items=4"},
    {"cuda", 32, false, "items=4"},
    {.settings = NULL},
};

const struct implementation filter_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "n + kept",
    .memory = "8 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
