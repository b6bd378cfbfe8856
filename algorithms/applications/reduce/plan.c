/* plan.c - reduce: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, OUT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {NULL, 1, NULL}},
    {.name = NULL},
};

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const char *const in = ports[IN];
    const size_t bytes = elements->bytes;
    _Alignas(16) char sum[32], next[32]; /* no T is larger */

    if (request->n == 0)
        elements->identity(sum);
    else
        memcpy(sum, in, bytes);
    for (size_t i = 1; i < request->n; i++) {
        elements->op(sum, in + i * bytes, next);
        memcpy(sum, next, bytes);
    }
    memcpy(ports[OUT], sum, bytes);
}

static void fold_of(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end)
{
    (void)ports, (void)port, (void)i;
    *begin = 0;
    *end = request->n;
}

static const struct task task = {
    .name = "reduce",
    .ports = own_ports,
    .has_op = true,
    .reference = reference,
    .fold_of = fold_of,
};

/* Each thread reduces its share; then one reduces the totals. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "totals of threads");
}

static void forms(const struct request *request, struct forms *forms)
{
    const int threads = plan_workers(request, request->parameters[0]);
    const size_t n = request->n;
    double depth = n > 0 ? reduce_depth(plan_share(n, threads, 0)) : 0;

    for (int k = 1; k < threads; k++)
        depth = larger(depth, reduce_depth(plan_share(n, threads, k))) + 1;
    *forms = (struct forms){
        .work = exactly(n > 0 ? (double)n - 1 : 0),
        .depth = exactly(depth),
        .bytes = exactly(((double)n + 1) * (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation reduce_gpu; /* launch.c */

const struct algorithm reduce = {
    .name = "reduce",
    .title = "Reduce",
    .idea = "all elements combined into one, in order",
    .source = "OpenCL course day 3, \"Reduce\"; minimal basis, \"Parallel "
              "reduction\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n - 1",
            .depth = "n/4P + P + 3",
            .traffic = "n",
            .memory = "one element per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &reduce_gpu,
};
