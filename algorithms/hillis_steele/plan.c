/* plan.c - Hillis-Steele: log2 n passes over the whole array. */
#include "../contract/plan.h"

static void plan(const struct request *request, struct plan *plan)
{
    plan_native(request, plan);
    plan_elements(request, plan, "second array", request->n);
}

static void forms(const struct request *request, struct forms *forms)
{
    /* An exclusive scan is the inclusive one of all but the last element. */
    const size_t n = request->n > 0 ? request->n - request->exclusive : 0;

    forms->work = exactly(kogge_stone_work(n));
    forms->depth = exactly(ceil_log2(n));
    forms->bytes = exactly(2.0 * (n > 1 ? ceil_log2(n) : 1) * (double)n *
                           (double)request->elem_bytes);
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation hillis_steele_gpu; /* launch.c */

const struct algorithm hillis_steele = {
    .name = "hillis_steele",
    .title = "Hillis-Steele",
    .idea = "log n passes over the whole array, double buffered",
    .source = "Hillis and Steele, CACM 29 (1986); the Futhark blog's scan",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n log2 n - (n - 1)",
            .depth = "log2 n",
            .traffic = "2n log2 n",
            .memory = "n elements",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &hillis_steele_gpu,
};
