/* launch.c - naive on a GPU: a copy of the input, then a thread per output. */
#include "../contract/launch.h"
#include "naive.h"

enum { BLOCK }; /* parameters */
enum { COPY };  /* buffers */

static const char *refuse(const struct request *request)
{
    const char *const reason =
        refuse_threads(request, (size_t)request->parameters[BLOCK]);

    return reason ? reason : naive_refuse(request);
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t blocks = ceil_div(request->n, block);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_elements(request, plan, "copy of the input", request->n);
    plan_launch(plan, "copy_input", blocks, block, 0);
    argument_port(plan, SCAN_IN, 0);
    argument_buffer(plan, COPY, 0);
    argument_u64(plan, request->n);
    plan_launch(plan, "reduce_prefixes", blocks, block, 0);
    argument_buffer(plan, COPY, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_u64(plan, request->n);
    plan_carry(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    *forms = (struct forms){.why = NULL};
    naive_forms(request, forms);
    forms_carry(request, forms);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = NULL},
};

const struct implementation naive_gpu = {
    .parameters = parameters,
    .work = "n(n-1)/2",
    .depth = "n - 1",
    .traffic = "n(n+1)/2 + 3n",
    .memory = "n elements",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
