/* launch.c - mk_flags on a GPU: four launches; their costs. */
#include "../../launch.h"

enum { SHAPE, FLAGS }; /* ports */
enum { BLOCK, ITEMS }; /* parameters */
enum { SUMS };         /* buffers */

static size_t segments_of(const struct request *request)
{
    return request->size[1];
}

/* Of one block: flags to clear, or lengths to scan. */
static size_t tile_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK] *
           (size_t)request->parameters[ITEMS];
}

/* Of one warp. */
static size_t stretches_of(const struct request *request)
{
    return ceil_div(segments_of(request),
                    WARP_LANES * (size_t)request->parameters[ITEMS]);
}

static const char *refuse(const struct request *request)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    struct request of_shape = *request;
    const char *reason = refuse_threads(request, block);

    of_shape.n = segments_of(request);
    if (!reason)
        reason = refuse_tiles(request, tile_of(request));
    return reason ? reason : refuse_tiles(&of_shape, tile_of(request));
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t stretches = stretches_of(request);
    const size_t blocks = ceil_div(segments_of(request), tile_of(request));

    plan_buffer(plan, "sums of stretches", stretches * sizeof(uint64_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[SUMS].unit = sizeof(uint64_t);
    if (request->n == 0)
        return;
    plan_launch(plan, "clear_flags", ceil_div(request->n, tile_of(request)),
                block, 0);
    argument_port(plan, FLAGS, 0);
    argument_u64(plan, request->n);
    plan_launch(plan, "sum_stretches", blocks, block, 0);
    argument_port(plan, SHAPE, 0);
    argument_buffer(plan, SUMS, 0);
    argument_u64(plan, segments_of(request));
    plan_launch(plan, "scan_sums", 1, block, 0);
    argument_buffer(plan, SUMS, 0);
    argument_u64(plan, stretches);
    plan_launch(plan, "mark_heads", blocks, block, 0);
    argument_port(plan, SHAPE, 0);
    argument_buffer(plan, SUMS, 0);
    argument_port(plan, FLAGS, 0);
    argument_u64(plan, segments_of(request));
}

/* Sums are written, scanned in place, and read. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double segments = (double)segments_of(request);
    const double least =
        8 * segments + 4 * 8 * (double)stretches_of(request) + n;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, least + (n < segments ? n : segments)),
        .why = "as many flags are marked as segments have elements",
    };
    if (request->n == 0)
        forms->bytes = exactly(0);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads of one block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "flags, and lengths, of one thread",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    {.name = NULL}};

const struct implementation mk_flags_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "8 bytes a segment, up to 2 a flag",
    .memory = "8 bytes per stretch of a warp",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
