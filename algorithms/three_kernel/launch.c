/* launch.c - reduce-then-scan on a GPU: three launches; their costs. */
#include "../contract/tiles.h"

/* ------------------------------------------------------------------- plan */

enum { TOTALS }; /* of all tiles but the last */

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_elements(request, plan, "totals of tiles", tiles - 1);
    if (tiles > 1) {
        plan_tiles(request, plan, "reduce_full_tiles", tiles - 1);
        argument_port(plan, SCAN_IN, 0);
        argument_buffer(plan, TOTALS, 0);
        plan_sums(request, plan, "scan_totals", TOTALS, tiles - 1);
    }
    plan_tiles(request, plan, "scan_tiles", tiles);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
    plan_carry(request, plan);
}

/* ------------------------------------------------------------------ forms */

static void forms(const struct request *request, struct forms *forms)
{
    if (forms_of_nothing(request, forms))
        return;
    const struct reduce_then_scan all = reduce_then_scan_forms(request);
    /* Totals: written, scanned in place, fetched. */
    exact_forms(request, all.work, all.depth,
                2 * (double)request->n + all.reduced + 4 * (double)all.others,
                forms);
}

static const struct parameter parameters[] = {TILE_PARAMETERS(256),
                                              {.name = NULL}};

/* Found on an H200: few registers, so that many blocks load at a time, and no
 * more elements than fit in them. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 0, "items=20,registers=64"},
    {"cuda", 8, false, 0, "items=10,registers=64"},
    {"cuda", 16, false, 0, "items=5"},
    {"cuda", 32, false, 0, "items=2"},
    {.settings = NULL},
};

const struct implementation three_kernel_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "3n + 5n/M",
    .depth = "2M + 3 log2 B, and 1 for each tile of totals",
    .traffic = "3n",
    .memory = "one element per tile of B*M",
    .refuse = tiles_refuse,
    .plan = plan,
    .forms = forms,
};
