/* launch.c - scan-then-propagate on a GPU: three launches; their costs. */
#include "../contract/tiles.h"

/* ------------------------------------------------------------------- plan */

enum { TOTALS }; /* of all tiles; that of the last is not used */

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_elements(request, plan, "totals of tiles", tiles);
    plan_tiles(request, plan, "scan_tiles", tiles);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
    if (tiles > 1) {
        plan_sums(request, plan, "scan_totals", TOTALS, tiles - 1);
        plan_tiles(request, plan, "propagate", tiles - 1);
        argument_port(plan, SCAN_OUT, 0);
        argument_buffer(plan, TOTALS, 0);
        argument_u64(plan, request->n);
    }
    plan_carry(request, plan);
}

/* ------------------------------------------------------------------ forms */

static void forms(const struct request *request, struct forms *forms)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request), others = tiles - 1;
    const double n = (double)request->n;
    struct tile last = full, sum = full;

    if (forms_of_nothing(request, forms))
        return;
    last.count = request->n - others * full.count;
    double work = tile_work(&last), depth = tile_deepest(&last);
    double elements = 2 * n;
    if (others > 0) {
        sum.input = tile_total_depth(&full);
        const struct sums sums = sums_forms(sum, others);
        const double joined = n - (double)full.count;
        /* An exclusive tile's first element is the carry, without an op. */
        const double free = request->exclusive ? (double)others : 0;

        work += (double)others * tile_work(&full) + sums.work + joined - free;
        const bool is_sum = request->exclusive && last.count == 1;
        const double first = tile_deepest(&full);
        depth =
            larger(first, joined_deepest(&sums, others, first, depth, is_sum));
        /* Totals: written, scanned in place, fetched. */
        elements += 2 * joined + 4 * (double)others;
    }
    exact_forms(request, work, depth, elements, forms);
}

static const struct parameter parameters[] = {TILE_PARAMETERS(512),
                                              {.name = NULL}};

/* A tile of wide elements must fit into shared memory. */
static const struct shape shapes[] = {
    {"simt", 8, false, 0, "items=16"},
    {"simt", 16, false, 0, "items=8"},
    {"simt", 32, false, 0, "items=4"},
    {"cuda", 4, false, 0, "items=16,registers=48"},
    {"cuda", 8, false, 0, "items=8,registers=48"},
    {"cuda", 16, false, 0, "items=4"},
    {"cuda", 32, false, 0, "items=2"},
    {.settings = NULL},
};

const struct implementation scan_propagate_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "3n + 5n/M",
    .depth = "2M + 3 log2 B, and 1 for each tile of totals",
    .traffic = "4n",
    .memory = "one element per tile of B*M",
    .refuse = tiles_refuse,
    .plan = plan,
    .forms = forms,
};
