/* launch.c - partition in one pass on a GPU: one launch; its costs. */
#include "../kept_one_pass_launch.h"

static void plan(const struct request *request, struct plan *plan)
{
    plan_one_pass(request, plan, "partition_tiles");
}

/* Elements are read once and written once. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double least = 2 * n + one_pass_least(request);

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, one_pass_tiles(request) > 1 ? INFINITY : least),
        .why = "tiles look back as far as timing has it",
    };
}

static const struct parameter parameters[] = {KEPT_PARAMETERS, {.name = NULL}};

static const struct shape shapes[] = {ONE_PASS_SHAPES};

const struct implementation partition_reversed_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "2n",
    .memory = "8 bytes per tile",
    .refuse = refuse_one_pass,
    .plan = plan,
    .forms = forms,
};
