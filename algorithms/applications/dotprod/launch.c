/* launch.c - dot product on a GPU: two forms, level by level; their costs. */
#include "../reduction/reduce_launch.h"

enum { A, B, OUT };                     /* ports */
enum { FORM = REDUCE_PARAMETER_COUNT }; /* parameters */
enum { UNFUSED, FUSED };                /* of FORM */
enum { TOTALS, MORE_TOTALS, PRODUCTS }; /* buffers */

/* -------------------------------------------------------------------- plan */

static bool is_fused(const struct request *request)
{
    return request->parameters[FORM] == FUSED;
}

static void plan_products(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[REDUCE_BLOCK];
    const size_t items = (size_t)request->parameters[REDUCE_ITEMS];

    plan_launch(plan, "multiply", ceil_div(request->n, block * items), block,
                0);
    argument_port(plan, A, 0);
    argument_port(plan, B, 0);
    argument_buffer(plan, PRODUCTS, 0);
    argument_u64(plan, request->n);
}

/* The first level reads both inputs, or products; the others read totals. */
static void plan_level(const struct request *request, struct plan *plan,
                       const struct level *level, int number)
{
    const bool multiplies = number == 0 && is_fused(request);

    plan_level_of_tiles(
        request, plan, multiplies ? "multiply_groups" : "reduce_groups", level);
    /* It starts while the level before ends, and waits (reduce_block()). */
    plan->step[plan->steps - 1].overlapping = !multiplies;
    if (multiplies) {
        argument_port(plan, A, 0);
        argument_port(plan, B, 0);
    } else {
        argument_buffer(plan, number == 0 ? PRODUCTS : (number - 1) % 2, 0);
    }
    if (level->left == 1)
        argument_port(plan, OUT, 0);
    else
        argument_buffer(plan, number % 2, 0);
    argument_u64(plan, level->count);
}

/* Totals of the first two levels, and the products. */
static void plan_buffers(const struct request *request, struct plan *plan,
                         const struct level *first)
{
    const struct level second = group_level(request, first->left);

    plan_elements(request, plan, "totals of even levels", first->left);
    plan_elements(request, plan, "totals of odd levels", second.left);
    if (!is_fused(request))
        plan_elements(request, plan, "products", request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    struct level level = group_level(request, request->n);

    plan_buffers(request, plan, &level);
    if (!is_fused(request) && request->n > 0)
        plan_products(request, plan);
    plan_level(request, plan, &level, 0);
    for (int number = 1; level.left > 1; number++) {
        level = group_level(request, level.left);
        plan_level(request, plan, &level, number);
    }
}

/* ------------------------------------------------------------------- forms */

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    struct level level = group_level(request, request->n);
    struct depth depth = {0, 0};
    double elements = (is_fused(request) ? 2 : 4) * n + (double)level.left;

    if (request->n > 0)
        depth = tiles_depth(request, &level, depth);
    while (level.left > 1) {
        level = group_level(request, level.left);
        depth = tiles_depth(request, &level, depth);
        elements += (double)level.count + (double)level.left;
    }
    *forms = (struct forms){
        .work = exactly(n > 0 ? n - 1 : 0),
        .depth = exactly(depth.last),
        .bytes = exactly(elements * (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    REDUCE_ITEMS_PARAMETER("elements per thread"),
    {.name = "form",
     .macro = "FORM",
     .help = "whether products are written to memory before they are combined",
     .by_default = FUSED,
     .legal = {UNFUSED, FUSED},
     .names = {"unfused", "fused"},
     .small = FUSED},
    {.name = NULL}};

/* As in a reduction: 64 bytes of each input are in flight for a thread. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 0, "items=16"},
    {"cuda", 8, false, 0, "items=8"},
    {"cuda", 16, false, 0, "items=4"},
    {"cuda", 32, false, 0, "items=2"},
    {.settings = NULL},
};

const struct implementation dotprod_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "n - 1",
    .depth = "M + log2 B for each level of tiles",
    .traffic = "2n; unfused: 4n",
    .memory = "one element per tile of B*M; unfused: n more",
    .refuse = reduce_refuse,
    .plan = plan,
    .forms = forms,
};
