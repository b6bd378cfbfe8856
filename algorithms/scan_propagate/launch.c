/* launch.c - scan, then propagate on a GPU: three launches; their costs. */
#include "../tiles.h"

/* ------------------------------------------------------------------- plan */

enum { TOTALS }; /* of all tiles but the last */

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_buffer(plan, "totals of tiles", (tiles - 1) * request->elem_bytes,
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan_tiles(request, plan, "scan_tiles", tiles);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
    if (tiles > 1) {
        plan_tiles(request, plan, "scan_totals", 1);
        argument_buffer(plan, TOTALS, 0);
        argument_u64(plan, tiles - 1);
        plan_tiles(request, plan, "propagate", tiles - 1);
        argument_port(plan, SCAN_OUT, 0);
        argument_buffer(plan, TOTALS, 0);
        argument_u64(plan, request->n);
    }
    plan_carry(request, plan);
}

/* ------------------------------------------------------------------ forms */

/* Of the tiles but the first, by the depths of what gets in front of them. */
static double deepest_behind(const struct tile *full, const struct tile *last,
                             const struct sums *sums, size_t others)
{
    const double end = larger(sums->last, tile_deepest(last)) + 1;
    const double depth = last->exclusive && last->count == 1 ? sums->last : end;

    return others == 1
               ? depth
               : larger(depth, larger(sums->deepest, tile_deepest(full)) + 1);
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request), others = tiles - 1;
    const double n = (double)request->n, size = (double)request->elem_bytes;
    struct tile last = full, sum = full;

    *forms = (struct forms){exactly(0), exactly(0), exactly(0), NULL};
    if (tiles == 0)
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
        depth = larger(tile_deepest(&full),
                       deepest_behind(&full, &last, &sums, others));
        /* Totals: written, scanned in place, fetched. */
        elements += 2 * joined + 4 * (double)others;
    }
    forms->work = exactly(work);
    forms->depth = exactly(depth);
    forms->bytes = exactly(elements * size);
    forms_carry(request, forms);
}

static const struct parameter parameters[] = {TILE_PARAMETERS(512),
                                              {.name = NULL}};

/* A tile of wide elements must fit into shared memory. */
static const struct shape shapes[] = {
    {"simt", 8, false, "items=16"},
    {"simt", 16, false, "items=8"},
    {"simt", 32, false, "items=4"},
    {"cuda", 4, false, "items=16,registers=48"},
    {"cuda", 8, false, "items=8,registers=48"},
    {"cuda", 16, false, "items=4"},
    {"cuda", 32, false, "items=2"},
    {.settings = NULL},
};

const struct implementation scan_propagate_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "3n + 5n/M",
    .depth = "2M + 3 log2 B, and 1 for each tile of totals",
    .traffic = "4n",
    .memory = "an element per tile of B*M",
    .refuse = tiles_refuse,
    .plan = plan,
    .forms = forms,
};
