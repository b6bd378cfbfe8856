/* plan.c - histogram: its ports, its costs, and the plain loop. */
#include "parameters.h"

enum { GRAIN = HISTOGRAM_PARAMETER_COUNT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"counts", PORT_OUT, PORT_U64, {NULL, MAX_BINS, "bins"}},
    {"bins", PORT_OUT, PORT_U64, {NULL, 1, NULL}},
    {.name = NULL},
};

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const char *const in = ports[IN];
    const uint64_t bins = (uint64_t)request->parameters[BINS];
    uint64_t *const counts = ports[COUNTS];

    for (uint64_t bin = 0; bin < bins; bin++)
        counts[bin] = 0;
    for (size_t i = 0; i < request->n; i++)
        counts[elements->key(in + i * elements->bytes) % bins]++;
    *(uint64_t *)ports[BIN_COUNT] = bins;
}

static const struct task task = {
    .name = "histogram",
    .ports = own_ports,
    .function = FUNCTION_KEY,
    .has_patterns = true,
    .reference = reference,
};

/* A table of bins as in cpu.c: several if they are short. */
static size_t table_bytes(long bins)
{
    return (size_t)bins * (bins > 1024 ? 1 : 4) * sizeof(uint64_t);
}

/* Each thread counts in its own tables; then they are added. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_run(request, plan);
    plan_buffer(plan, "counts of threads",
                (size_t)request->machine->threads *
                    table_bytes(request->parameters[BINS]),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
}

static void forms(const struct request *request, struct forms *forms)
{
    *forms = (struct forms){
        .work = exactly(0), .depth = exactly(0), .bytes = traffic(request, 1)};
}

static const struct parameter parameters[] = {
    BINS_PARAMETER, GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation histogram_gpu; /* launch.c */

const struct algorithm histogram = {
    .name = "histogram",
    .title = "Histogram",
    .idea = "how many elements have each value in the low bits of their key",
    .source = "OpenCL course day 3; Blelloch, Prefix Sums and Their "
              "Applications, 1990",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "n",
            .memory =
                "the bins of each thread; up to 1024 bins, four copies of them",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &histogram_gpu,
};
