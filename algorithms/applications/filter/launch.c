/* launch.c - filter on a GPU: three launches; their costs. */
#include "../../launch.h"

enum { IN, OUT, COUNT }; /* ports */
enum { BLOCK, ITEMS };   /* parameters */
enum { LARGEST_TILE = 1 << 14 };

static size_t tile_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK] *
           (size_t)request->parameters[ITEMS];
}

static const char *refuse(const struct request *request)
{
    const char *const reason =
        refuse_threads(request, (size_t)request->parameters[BLOCK]);

    return reason ? reason : refuse_tiles(request, tile_of(request));
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = ceil_div(request->n, tile_of(request));
    const size_t block = (size_t)request->parameters[BLOCK];

    plan_buffer(plan, "counts of tiles", tiles * sizeof(uint64_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[0].unit = sizeof(uint64_t);
    if (tiles > 0) {
        plan_launch(plan, "count_tiles", tiles, block, 0);
        argument_port(plan, IN, 0);
        argument_buffer(plan, 0, 0);
        argument_u64(plan, request->n);
    }
    plan_launch(plan, "scan_counts", 1, block, 0);
    argument_buffer(plan, 0, 0);
    argument_u64(plan, tiles);
    argument_port(plan, COUNT, 0);
    if (tiles > 0) {
        plan_launch(plan, "write_tiles", tiles, block, 0);
        argument_port(plan, IN, 0);
        argument_port(plan, OUT, 0);
        argument_buffer(plan, 0, 0);
        argument_u64(plan, request->n);
    }
}

/* Counts are written, scanned in place, and read; what is kept is read once
 * more, from the cache, and written. */
static void forms(const struct request *request, struct forms *forms)
{
    const double bytes = (double)request->n * (double)request->elem_bytes;
    const double counts = 8.0 * (double)ceil_div(request->n, tile_of(request));
    const double least = 2 * bytes + 4 * counts + 8;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, least + 2 * bytes),
        .why = "as many elements are written as are kept",
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

const struct implementation filter_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "2n + kept",
    .memory = "8 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
