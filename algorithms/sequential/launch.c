/* launch.c - sequential on a GPU: one block of one thread. */
#include "../contract/launch.h"

static void plan(const struct request *request, struct plan *plan)
{
    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_launch(plan, "scan_all", 1, 1, 0);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_u64(plan, request->n);
    plan_carry(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    *forms = (struct forms){.why = NULL};
    loop_forms(request, forms);
    forms_carry(request, forms);
}

static const struct parameter parameters[] = {{.name = NULL}};

const struct implementation sequential_gpu = {
    .parameters = parameters,
    .work = "n - 1",
    .depth = "n - 1",
    .traffic = "2n",
    .memory = "none",
    .refuse = refuse_nothing,
    .plan = plan,
    .forms = forms,
};
