/* launch.c - mssp on a GPU: numbers are mapped and reduced, and totals are, in
 * one launch; costs. */
#include "../reduce_launch.h"

enum { IN, OUT }; /* ports */

static void plan(const struct request *request, struct plan *plan)
{
    plan_at_once(request, plan, "map_at_once", OUT);
}

static void forms(const struct request *request, struct forms *forms)
{
    at_once_forms(request, 4 * (double)request->n, forms);
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
