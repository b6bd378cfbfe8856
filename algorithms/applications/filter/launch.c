/* launch.c - filter on a GPU: three launches; their costs. */
#include "../kept_launch.h"

static void plan(const struct request *request, struct plan *plan)
{
    if (plan_kept(request, plan))
        argument_u64(plan, request->n);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double least = kept_bytes(request);
    const double n = (double)request->n * (double)request->elem_bytes;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, least + n),
        .why = "as many elements are written as are kept",
    };
}

static const struct parameter parameters[] = {KEPT_PARAMETERS, {.name = NULL}};

const struct implementation filter_gpu = {
    .parameters = parameters,
    .work = "no op",
    .depth = "0",
    .traffic = "2n + kept",
    .memory = "8 bytes per tile",
    .refuse = kept_refuse,
    .plan = plan,
    .forms = forms,
};
