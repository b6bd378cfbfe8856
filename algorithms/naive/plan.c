/* plan.c - naive: n(n-1)/2 ops, so n is capped. */
#include "../contract/plan.h"
#include "naive.h"

enum { LARGEST = 8192 };

const char *naive_refuse(const struct request *request)
{
    return request->n > LARGEST
               ? "naive needs n(n-1)/2 operations: n must be at most 8192"
               : NULL;
}

static void plan(const struct request *request, struct plan *plan)
{
    plan_native(request, plan);
    plan_elements(request, plan, "copy of the input", request->n);
}

void naive_forms(const struct request *request, struct forms *forms)
{
    /* An exclusive output reduces one element less. */
    const double m = (double)request->n - request->exclusive;

    forms->work = exactly(m > 0 ? m * (m - 1) / 2 : 0);
    forms->depth = exactly(m > 1 ? m - 1 : 0);
    forms->bytes = exactly((m * (m + 1) / 2 + 3 * (double)request->n) *
                           (double)request->elem_bytes);
}

static const struct parameter parameters[] = {
    GRAIN_PARAMETER_OF(64, 1, 64, 1024, 8192),
    {.name = NULL},
};

extern const struct implementation naive_gpu; /* launch.c */

const struct algorithm naive = {
    .name = "naive",
    .title = "Naive parallel scan",
    .idea = "each output is a separate reduction of its prefix",
    .source = "ECE408 lecture 16, \"A naive inclusive parallel scan\"",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n(n-1)/2",
            .depth = "n - 1",
            .traffic = "n(n+1)/2 + 3n",
            .memory = "n elements",
            .refuse = naive_refuse,
            .plan = plan,
            .forms = naive_forms,
        },
    .gpu = &naive_gpu,
};
