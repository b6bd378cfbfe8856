/* launch.c - map_scan on a GPU: one, two or three launches; their costs. */
#include "../../tiles.h"

enum { IN, MAPPED, OUT };               /* ports */
enum { FORM = TILE_PARAMETER_COUNT };   /* parameters */
enum { FUSED, UNFUSED, THREE_KERNELS }; /* forms */
enum { COUNTER, WORDS };                /* buffers of one pass */
enum { TOTALS };                        /* of three kernels */

/* The window in which a warp looks back, and a ticket. */
static const char *refuse(const struct request *request)
{
    const struct tile tile = tile_of(request);
    const size_t more = 40 * (4 + request->elem_bytes) + 64;

    return tile_refuse(request, tile.block, tile.items,
                       tile_shared_bytes(request, tile.block, tile.items) +
                           more);
}

/* -------------------------------------------------------------------- plan */

static void plan_one_pass(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_buffer(plan, "ticket counter", sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[COUNTER].unit = sizeof(uint32_t);
    plan_buffer(plan, "flags with values", 2 * tiles * request->elem_bytes,
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[WORDS].unit = sizeof(uint64_t);
    if (request->parameters[FORM] == UNFUSED) {
        plan_launch(plan, "map_all", tiles, tile_of(request).block, 0);
        argument_port(plan, IN, 0);
        argument_port(plan, MAPPED, 0);
        argument_u64(plan, request->n);
    }
    plan_tiles(request, plan, "scan_mapped", tiles);
    argument_port(plan, IN, 0);
    argument_port(plan, MAPPED, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_launch(plan);
}

static void plan_three_kernels(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_elements(request, plan, "totals of tiles", tiles - 1);
    if (tiles > 1) {
        plan_tiles(request, plan, "reduce_full_tiles", tiles - 1);
        argument_port(plan, IN, 0);
        argument_buffer(plan, TOTALS, 0);
        plan_sums(request, plan, "scan_totals", TOTALS, tiles - 1);
    }
    plan_tiles(request, plan, "scan_tiles", tiles);
    argument_port(plan, IN, 0);
    argument_port(plan, MAPPED, 0);
    argument_port(plan, OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    if (request->parameters[FORM] == THREE_KERNELS)
        plan_three_kernels(request, plan);
    else
        plan_one_pass(request, plan);
}

/* ------------------------------------------------------------------- forms */

/* Of a tile whose elements are scanned before it is known what comes before. */
static double one_pass_work(const struct tile *full, size_t count, bool first)
{
    struct tile tile = *full;
    const size_t alone = count < tile.items ? count : tile.items;

    tile.count = count;
    return tile_work(&tile) +
           (first ? 0
                  : (double)(tile_threads(&tile) - 1 + alone - tile.exclusive));
}

static void one_pass_forms(const struct request *request, double numbers,
                           double elements, struct forms *forms)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request);
    const size_t last = request->n - (tiles - 1) * full.count;
    const size_t words = request->elem_bytes / 4;
    double work = one_pass_work(&full, tiles > 1 ? full.count : last, true);
    /* A ticket is read and written; a word for each 4 bytes of A and of P. */
    double status = 8 * (double)tiles;

    if (tiles > 1) {
        work += one_pass_work(&full, last, false);
        work += (double)(tiles - 2) * /* ... and an op for P */
                (one_pass_work(&full, full.count, false) + 1);
        status += 8 * (double)words * (2 * (double)tiles - 3);
        status += 8 * (double)words * ((double)tiles - 1); /* looks */
    }
    forms->work = tiles > 2 ? between(work, INFINITY) : exactly(work);
    forms->depth = (struct cost){NAN, NAN};
    forms->bytes = tiles > 1 ? between(numbers + elements + status, INFINITY)
                             : exactly(numbers + elements + status);
    forms->why = "tiles look back as far as timing has it";
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double plane = n * (double)request->plane_bytes;

    if (forms_of_nothing(request, forms))
        return;
    if (request->parameters[FORM] != THREE_KERNELS) {
        const bool fused = request->parameters[FORM] == FUSED;
        one_pass_forms(request, 4 * n, (fused ? 2 : 3) * plane, forms);
        return;
    }
    const struct reduce_then_scan all = reduce_then_scan_forms(request);
    *forms = (struct forms){
        .work = exactly(all.work),
        .depth = exactly(all.depth),
        /* Totals: written, scanned in place, fetched. */
        .bytes = exactly(4 * (n + all.reduced) + 2 * plane +
                         4 * (double)all.others * (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {
    TILE_PARAMETERS(256),
    {.name = "form",
     .macro = "FORM",
     .help = "how many kernels map and scan",
     .by_default = FUSED,
     .legal = {FUSED, UNFUSED, THREE_KERNELS},
     .names = {"fused", "unfused", "three_kernels"},
     .small = FUSED},
    {.name = NULL}};

/* Larger elements: fewer of them in registers. */
static const struct shape shapes[] = {
    {"cuda", 8, false, "items=8"},
    {"cuda", 16, false, "items=5"},
    {"cuda", 32, false, "items=2"},
    {.settings = NULL},
};

const struct implementation map_scan_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "2n + 5n/M; three_kernels: 3n + 5n/M",
    .depth = "2M + 3 log2 B, and what look-back takes",
    .traffic = "n numbers, 2n elements; unfused: 3n; three_kernels: 2n numbers",
    .memory = "twice an element per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
