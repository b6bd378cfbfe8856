/* launch.c - segmented scan on a GPU: three launches, or one, or one for each
 * level of a tree; their costs. */
#include "../segments/segments_ahead_launch.h"

enum { IN, FLAGS, OUT };                              /* ports */
enum { FORM = AHEAD_PARAMETER_END };                  /* parameters */
enum { THREE_KERNELS, ONE_PASS, LOOK_AHEAD, SWEEPS }; /* forms */
enum { TOTALS, HEADS };         /* buffers: of all tiles but the last */
enum { PAIRS };                 /* of look_ahead */
enum { FOLDS, HEADS_OF_NODES }; /* of sweeps */

static const struct parameter parameters[] = {
    TILE_PARAMETERS(256),
    AHEAD_PARAMETERS,
    {.name = "form",
     .macro = "FORM",
     .help = "how often the input is read, and how a tile finds its prefix",
     .by_default = ONE_PASS,
     .legal = {THREE_KERNELS, ONE_PASS, LOOK_AHEAD, SWEEPS},
     .names = {"three_kernels", "one_pass", "look_ahead", "sweeps"},
     .small = ONE_PASS},
    {.name = NULL},
};

/* look_ahead takes the same time wherever heads are, but has more to set up:
 * up to 8 MiB of 4-byte elements, measured on an H200, one_pass is faster. For
 * larger elements: the same number of bytes. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 1 << 21, "one_pass"},
    {"cuda", 8, false, 1 << 20, "one_pass"},
    {"cuda", 16, false, 1 << 19, "one_pass"},
    {"cuda", 32, false, 1 << 18, "one_pass"},
    {"cuda", 32, false, 0, "look_ahead"},
    {.settings = NULL},
};

static const char *refuse(const struct request *request)
{
    const bool looks_ahead = request->parameters[FORM] == LOOK_AHEAD;
    const struct ahead ahead = ahead_of(request, false);

    return segments_form_refuse(request, parameters, looks_ahead, &ahead, 0);
}

/* The first arguments of both one-pass launches. */
static void arguments(const struct request *request, struct plan *plan)
{
    argument_port(plan, IN, 0);
    argument_port(plan, FLAGS, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
}

static void plan_look_ahead(const struct request *request, struct plan *plan)
{
    const struct ahead ahead = ahead_of(request, false);

    plan_ahead_board(request, &ahead, plan);
    plan_ahead_launch(request, &ahead, plan);
    arguments(request, plan);
    argument_ahead(&ahead, PAIRS, plan);
}

static void plan_one_pass(const struct request *request, struct plan *plan)
{
    plan_one_pass_launch(request, plan);
    arguments(request, plan);
    argument_one_pass(plan);
}

static void plan_three_kernels(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

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

/* ------------------------------------------------------------------- sweeps */

/* A launch with a thread for each of `count` nodes or elements. */
static void plan_threads(const struct request *request, struct plan *plan,
                         const char *kernel, size_t count)
{
    const size_t block = (size_t)request->parameters[TILE_BLOCK];

    plan_launch(plan, kernel, ceil_div(count, block), block, 0);
}

/* Nodes with two children, of `stride` leaves but perhaps the last. */
static size_t nodes_of(const struct request *request, size_t stride)
{
    return ceil_div(request->n - stride, 2 * stride);
}

static void plan_level(const struct request *request, struct plan *plan,
                       size_t stride, bool down)
{
    plan_threads(request, plan, down ? "sweep_down" : "sweep_up",
                 nodes_of(request, stride));
    if (down)
        argument_port(plan, FLAGS, 0);
    argument_buffer(plan, FOLDS, 0);
    argument_buffer(plan, HEADS_OF_NODES, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, stride);
    if (down)
        argument_u32(plan, 2 * stride >= request->n);
}

static void plan_sweeps(const struct request *request, struct plan *plan)
{
    size_t stride = 1;

    plan_elements(request, plan, "folds of nodes", request->n);
    plan_buffer(plan, "heads of nodes", request->n, BUFFER_TEMPORARY,
                STARTS_ANYHOW);
    plan->buffer[HEADS_OF_NODES].unit = 1;
    plan_threads(request, plan, "begin_sweeps", request->n);
    argument_port(plan, IN, 0);
    argument_port(plan, FLAGS, 0);
    argument_buffer(plan, FOLDS, 0);
    argument_buffer(plan, HEADS_OF_NODES, 0);
    argument_u64(plan, request->n);
    for (; stride < request->n; stride *= 2)
        plan_level(request, plan, stride, false);
    for (stride /= 2; stride > 0; stride /= 2)
        plan_level(request, plan, stride, true);
    plan_threads(request, plan, "end_sweeps", request->n);
    argument_port(plan, IN, 0);
    argument_port(plan, FLAGS, 0);
    argument_port(plan, OUT, 0);
    argument_buffer(plan, FOLDS, 0);
    argument_u64(plan, request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    switch (request->parameters[FORM]) {
    case LOOK_AHEAD: plan_look_ahead(request, plan); break;
    case ONE_PASS: plan_one_pass(request, plan); break;
    case SWEEPS: plan_sweeps(request, plan); break;
    default: plan_three_kernels(request, plan);
    }
}

/* One segment takes the most work: then this is three_kernel. With a head at
 * every element no op is applied. */
static void three_kernels_forms(const struct request *request,
                                struct forms *forms)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request), others = tiles - 1;
    struct tile middle = full, last = full, sum = full;
    double work = 0, depth = 0;

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
        .why = "no op is applied across a head: one segment costs the most",
    };
}

/* Each node with two children: up, a flag is read; if it is not set, two folds
 * and a flag are read and a fold and a flag are written. Down, two folds and up
 * to two flags are read, two folds written; the root's fold is not read. */
static void sweeps_forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n, size = (double)request->elem_bytes;
    const double nodes = n - 1, kept = request->exclusive ? 0 : nodes;
    const double root = nodes > 0 ? 1 : 0;
    const double ends = n * (2 * size + 2) + /* begin_sweeps */
                        n * size +
                        (request->exclusive ? nodes * size : n * size + nodes);

    *forms = (struct forms){
        .work = between(0, 2 * nodes - root + kept),
        .depth = between(0, 2 * ceil_log2(request->n) + 1),
        .bytes = between(ends + nodes * (1 + 4 * size + 1) - root * size,
                         ends + nodes * (1 + 3 * size + 2 + 4 * size + 2) -
                             root * size + kept * size),
        .why = "no op is applied across a head: one segment costs the most",
    };
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;

    if (forms_of_nothing(request, forms))
        return;
    const double once = n * (2 * (double)request->elem_bytes + 1);
    if (request->parameters[FORM] == LOOK_AHEAD) {
        const struct ahead ahead = ahead_of(request, false);
        ahead_forms(request, &ahead, once, forms);
    } else if (request->parameters[FORM] == ONE_PASS)
        segments_forms(request, exactly(once), forms);
    else if (request->parameters[FORM] == SWEEPS)
        sweeps_forms(request, forms);
    else
        three_kernels_forms(request, forms);
}

const struct implementation segmented_scan_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "at most 2n + n/10, plus one for each pair that a tile takes in",
    .depth = "at most 2 run + log2 B, and 1 for each generation of B tiles",
    .traffic = "2n, and n flags",
    .memory = "one pair per tile, padded to twice its size",
    .depends_on_timing = true,
    .reproducible_with = {"three_kernels", "look_ahead", "sweeps"},
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
