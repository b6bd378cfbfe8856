/* launch.c - mssp on a GPU: numbers are mapped and reduced, then totals are,
 * level by level; costs. */
#include "../reduce_launch.h"

enum { IN, OUT };                 /* ports */
enum { EVEN_TOTALS, ODD_TOTALS }; /* buffers */

static void plan_level(const struct request *request, struct plan *plan,
                       const struct level *level, int number)
{
    plan_level_of_tiles(request, plan,
                        number == 0 ? "map_groups" : "reduce_groups", level);
    if (number == 0)
        argument_port(plan, IN, 0);
    else
        argument_buffer(plan, (number - 1) % 2, 0);
    if (level->left == 1)
        argument_port(plan, OUT, 0);
    else
        argument_buffer(plan, number % 2, 0);
    argument_u64(plan, level->count);
}

static void plan(const struct request *request, struct plan *plan)
{
    struct level level = group_level(request, request->n);
    const struct level second = group_level(request, level.left);

    plan_elements(request, plan, "totals of even levels", level.left);
    plan_elements(request, plan, "totals of odd levels", second.left);
    plan_level(request, plan, &level, 0);
    for (int number = 1; level.left > 1; number++) {
        level = group_level(request, level.left);
        plan_level(request, plan, &level, number);
    }
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    struct level level = group_level(request, request->n);
    struct depth depth = {0, 0};
    double elements = (double)level.left;

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
        .bytes = exactly(4 * n + elements * (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads of one block", 256),
    REDUCE_ITEMS_PARAMETER("elements of one thread"),
    {.name = NULL}};

/* Elements of a thread are in registers, all at once. */
static const struct shape shapes[] = {
    {"cuda", 4, false, "items=16"},
    {"cuda", 8, false, "items=8"},
    {"cuda", 16, false, "items=8"},
    {"cuda", 32, false, "items=4"},
    {.settings = NULL},
};

const struct implementation mssp_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "n - 1",
    .depth = "M + log2 B for each level of tiles",
    .traffic = "n numbers",
    .memory = "an element per tile of B*M",
    .refuse = reduce_refuse,
    .plan = plan,
    .forms = forms,
};
