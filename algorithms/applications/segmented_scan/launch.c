/* launch.c - segmented scan on a GPU: three launches; their costs. */
#include "../../tiles.h"

enum { IN, FLAGS, OUT }; /* ports */
enum { TOTALS, HEADS };  /* of all tiles but the last */

static const char *refuse(const struct request *request)
{
    const struct tile tile = tile_of(request);
    const size_t flags = 2 * tile.block / WARP_LANES; /* of warps */

    return tile_refuse(request, tile.block, tile.items,
                       tile_shared_bytes(request, tile.block, tile.items) +
                           flags);
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    if (request->n == 0)
        return;
    plan_elements(request, plan, "totals of tiles", tiles - 1);
    plan_buffer(plan, "heads of tiles", tiles - 1, BUFFER_TEMPORARY,
                STARTS_ANYHOW);
    plan->buffer[HEADS].unit = 1;
    if (tiles > 1) {
        plan_tiles(request, plan, "reduce_full_tiles", tiles - 1);
        argument_port(plan, IN, 0);
        argument_port(plan, FLAGS, 0);
        argument_buffer(plan, TOTALS, 0);
        argument_buffer(plan, HEADS, 0);
        plan_tiles(request, plan, "scan_totals", 1);
        argument_buffer(plan, TOTALS, 0);
        argument_buffer(plan, HEADS, 0);
        argument_u64(plan, tiles - 1);
    }
    plan_tiles(request, plan, "scan_tiles", tiles);
    argument_port(plan, IN, 0);
    argument_port(plan, FLAGS, 0);
    argument_port(plan, OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
}

/* The most work is that of one segment: then this is three_kernel. With a head
 * at every element no op is applied. */
static void forms(const struct request *request, struct forms *forms)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request), others = tiles - 1;
    struct tile middle = full, last = full, sum = full;
    double work = 0, depth = 0;

    if (forms_of_nothing(request, forms))
        return;
    last.count = request->n - others * full.count;
    double elements = 2 * (double)request->n, flags = (double)request->n;
    if (others > 0) {
        const double before = (double)(others * full.count);
        /* A thread's own elements, then a tree. */
        sum.input = (double)full.items - 1 + ceil_log2(full.block);
        const struct sums sums = sums_forms(sum, others);

        middle.before = sums.deepest; /* the deepest of them */
        last.before = sums.last;
        work = (double)others * (double)(full.count - 1) + sums.work +
               tile_work(&full);
        depth = tile_deepest(&full);
        if (others > 1) {
            work += (double)(others - 1) * tile_work(&middle);
            depth = larger(depth, tile_deepest(&middle));
        }
        /* Totals: written, scanned in place, fetched; heads: written, read. */
        elements += before + 4 * (double)others;
        flags += before + 2 * (double)others;
    }
    *forms = (struct forms){
        .work = between(0, work + tile_work(&last)),
        .depth = between(0, larger(depth, tile_deepest(&last))),
        .bytes = exactly(elements * (double)request->elem_bytes + flags),
        .why = "no op is applied across a head: the most is one segment's",
    };
}

static const struct parameter parameters[] = {TILE_PARAMETERS(256),
                                              {.name = NULL}};

const struct implementation segmented_scan_gpu = {
    .parameters = parameters,
    .work = "at most 3n + 5n/M",
    .depth = "at most 2M + 3 log2 B, and 1 for each tile of totals",
    .traffic = "3n, and 2n flags",
    .memory = "an element and a flag per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
