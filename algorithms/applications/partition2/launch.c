/* launch.c - partition on a GPU: three launches; their costs. */
#include "../kept_launch.h"

static void plan(const struct request *request, struct plan *plan)
{
    if (!plan_kept(request, plan))
        return;
    argument_port(plan, KEPT_COUNT, 0);
    argument_u64(plan, request->n);
}

/* Each tile also reads the count; elements are read once more, from the cache,
 * and written. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;

    const double tiles = (double)ceil_div(request->n, kept_tile(request));

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = exactly(kept_bytes(request) + 2 * n + 8 * tiles),
    };
}

static const struct parameter parameters[] = {KEPT_PARAMETERS, {.name = NULL}};

const struct implementation partition2_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "3n",
    .memory = "8 bytes per tile",
    .refuse = kept_refuse,
    .plan = plan,
    .forms = forms,
};
