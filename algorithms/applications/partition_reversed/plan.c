/* plan.c - partition with the others in reverse: its ports, its costs, and the
 * plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, OUT, COUNT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {"count", PORT_OUT, PORT_U64, {NULL, 1, NULL}},
    {.name = NULL},
};

/* Each element goes to the first free place, or to the last one. */
static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const char *const in = ports[IN];
    char *const out = ports[OUT];
    uint64_t first = 0, last = request->n;

    for (size_t i = 0; i < request->n; i++) {
        const bool kept = elements->keeps(in + i * bytes);
        memcpy(out + (kept ? first++ : --last) * bytes, in + i * bytes, bytes);
    }
    memcpy(ports[COUNT], &first, sizeof first);
}

static const struct task task = {
    .name = "partition_reversed",
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

/* One thread need not count first. */
static void forms(const struct request *request, struct forms *forms)
{
    const double bytes = (double)request->n * (double)request->elem_bytes;
    const bool alone = plan_workers(request, request->parameters[0]) == 1;

    *forms = (struct forms){.work = exactly(0),
                            .depth = exactly(0),
                            .bytes = exactly((alone ? 3 : 4) * bytes)};
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation partition_reversed_gpu; /* launch.c */

const struct algorithm partition_reversed = {
    .name = "partition_reversed",
    .title = "Partition, the others in reverse",
    .idea = "what a predicate keeps, in order, then the others in reverse",
    .source = "CUB's DevicePartition; Merrill and Garland, NVR-2016-002",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "4n, on one thread 3n",
            .memory = "a count per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &partition_reversed_gpu,
};
