/* plan.c - filter: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, OUT, COUNT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, "count"}},
    {"count", PORT_OUT, PORT_U64, {NULL, 1, NULL}},
    {.name = NULL},
};

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const char *const in = ports[IN];
    char *out = ports[OUT];
    uint64_t count = 0;

    for (size_t i = 0; i < request->n; i++)
        if (elements->keeps(in + i * elements->bytes)) {
            memcpy(out, in + i * elements->bytes, elements->bytes);
            out += elements->bytes;
            count++;
        }
    memcpy(ports[COUNT], &count, sizeof count);
}

static const struct task task = {
    .name = "filter",
    .ports = own_ports,
    .function = FUNCTION_PREDICATE,
    .has_patterns = true,
    .reference = reference,
};

/* Each thread counts, then writes. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "counts of threads");
}

/* The number of written elements is known after the run. */
static void forms(const struct request *request, struct forms *forms)
{
    const double bytes = (double)request->n * (double)request->elem_bytes;
    const bool alone = plan_workers(request, request->parameters[0]) == 1;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between((alone ? 1 : 2) * bytes, (alone ? 2 : 3) * bytes),
        .why = "only kept elements are written",
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation filter_gpu; /* launch.c */

const struct algorithm filter = {
    .name = "filter",
    .title = "Filter",
    .idea = "the elements that a predicate keeps, in order, and their count",
    .source = "OpenCL course day 3, \"Filter\"; minimal basis, \"filter\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "2n + kept",
            .memory = "a count per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &filter_gpu,
};
