/* plan.c - all_of: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, HOLDS };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"holds", PORT_OUT, PORT_U32, {NULL, 1, NULL}},
    {.name = NULL},
};

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const char *const in = ports[IN];
    uint32_t holds = 1;

    for (size_t i = 0; i < request->n; i++)
        holds &= elements->keeps(in + i * elements->bytes);
    memcpy(ports[HOLDS], &holds, sizeof holds);
}

static const struct task task = {
    .name = "all_of",
    .ports = own_ports,
    .function = FUNCTION_PREDICATE,
    .stops_at_first = true,
    .has_patterns = true,
    .reference = reference,
};

static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "answers of threads");
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(0, n),
        .why = "a thread stops soon after the first element that is not kept",
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation all_of_gpu; /* launch.c */

const struct algorithm all_of = {
    .name = "all_of",
    .title = "All",
    .idea = "whether a predicate keeps every element",
    .source = "OpenCL course day 3, list homomorphisms: all(p, xs)",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "at most n",
            .memory = "one answer per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &all_of_gpu,
};
