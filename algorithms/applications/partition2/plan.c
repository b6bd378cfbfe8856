/* plan.c - partition: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, OUT, COUNT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {"count", PORT_OUT, PORT_U64, {NULL, 1, NULL}},
    {.name = NULL},
};

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const char *const in = ports[IN];
    char *out = ports[OUT];
    uint64_t count = 0;

    for (int kept = 1; kept >= 0; kept--)
        for (size_t i = 0; i < request->n; i++)
            if (elements->keeps(in + i * bytes) == kept) {
                memcpy(out, in + i * bytes, bytes);
                out += bytes;
                count += (uint64_t)kept;
            }
    memcpy(ports[COUNT], &count, sizeof count);
}

static const struct task task = {
    .name = "partition2",
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

static void forms(const struct request *request, struct forms *forms)
{
    const double bytes = (double)request->n * (double)request->elem_bytes;

    *forms = (struct forms){
        .work = exactly(0), .depth = exactly(0), .bytes = exactly(4 * bytes)};
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation partition2_gpu; /* launch.c */

const struct algorithm partition2 = {
    .name = "partition2",
    .title = "Partition",
    .idea = "the elements that a predicate keeps, in order, then the others",
    .source = "OpenCL course day 3, \"Partition2\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "4n",
            .memory = "a count per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &partition2_gpu,
};
