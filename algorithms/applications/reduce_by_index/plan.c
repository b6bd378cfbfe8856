/* plan.c - reduce_by_index: its ports, its costs, and the plain loop. */
#include "parameters.h"

#include <string.h>

enum { GRAIN = REDUCE_BY_INDEX_PARAMETER_COUNT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"index", PORT_IN, PORT_I32, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {NULL, MOST_BINS, "bins"}},
    {"bins", PORT_OUT, PORT_U64, {NULL, 1, NULL}},
    {.name = NULL},
};

/* One index in sixteen is of no bin: one too large, or negative. */
static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    const uint64_t bins = (uint64_t)request->parameters[BINS];
    int32_t *const index = ports[INDEX];

    for (size_t i = 0; i < request->n; i++) {
        const uint64_t number = drawing->number(drawing, i);
        index[i] = number % 16 ? (int32_t)(drawing->key(drawing, i) % bins)
                   : number / 16 % 2 ? (int32_t)bins
                                     : -1;
    }
}

/* ------------------------------------------------------------ what is right */

/* The bin of element i; if it has none, the number of bins. */
static size_t bin_of(const struct request *request, void *const *ports,
                     size_t i)
{
    const size_t bins = (size_t)request->parameters[BINS];
    const int32_t index = ((const int32_t *)ports[INDEX])[i];

    return index >= 0 && (size_t)index < bins ? (size_t)index : bins;
}

/* begin[b]: how many elements are in the bins before bin b. */
static void find_bins(const struct request *request, void *const *ports,
                      size_t begin[MOST_BINS + 2])
{
    const size_t bins = (size_t)request->parameters[BINS];

    memset(begin, 0, (bins + 2) * sizeof *begin);
    for (size_t i = 0; i < request->n; i++)
        begin[bin_of(request, ports, i) + 1]++;
    for (size_t bin = 0; bin < bins; bin++)
        begin[bin + 1] += begin[bin];
}

/* By bins, and in each bin in their order. Elements of no bin come last. */
static void order(const struct request *request, void *const *ports,
                  size_t *place)
{
    size_t next[MOST_BINS + 2];

    find_bins(request, ports, next);
    for (size_t i = 0; i < request->n; i++)
        place[i] = next[bin_of(request, ports, i)]++;
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const size_t bins = (size_t)request->parameters[BINS];
    bool filled[MOST_BINS] = {false};
    _Alignas(16) char sum[32]; /* no T is larger */

    for (size_t bin = 0; bin < bins; bin++)
        elements->identity((char *)ports[OUT] + bin * bytes);
    for (size_t i = 0; i < request->n; i++) {
        const size_t bin = bin_of(request, ports, i);
        const char *const in = (const char *)ports[IN] + i * bytes;
        char *const out = (char *)ports[OUT] + bin * bytes;
        if (bin == bins)
            continue;
        if (filled[bin])
            elements->op(out, in, sum);
        memcpy(out, filled[bin] ? sum : in, bytes);
        filled[bin] = true;
    }
    *(uint64_t *)ports[BIN_COUNT] = bins;
}

/* Called for bin 0, 1, 2, ... in turn: the first call counts the elements. */
static void fold_of(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end)
{
    static _Thread_local size_t first[MOST_BINS + 2];

    (void)port;
    if (i == 0)
        find_bins(request, ports, first);
    *begin = first[i];
    *end = first[i + 1];
}

static const struct task task = {
    .name = "reduce_by_index",
    .ports = own_ports,
    .has_patterns = true,
    .has_op = true,
    .draw = draw,
    .order = order,
    .reference = reference,
    .fold_of = fold_of,
};

/* ---------------------------------------------------------- on a processor */

/* Each thread has its own bins; then they are joined. */
static void plan(const struct request *request, struct plan *plan)
{
    const size_t bins =
        (size_t)request->machine->threads * (size_t)request->parameters[BINS];

    plan_native_run(request, plan);
    plan_elements(request, plan, "folds of threads", bins);
    plan_buffer(plan, "which bins have one", bins, BUFFER_TEMPORARY,
                STARTS_ANYHOW);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double ops = n > 1 ? n - 1 : 0;

    *forms = (struct forms){
        .work = between(0, ops),
        .depth = between(0, ops),
        .bytes = exactly(n * (4 + (double)request->elem_bytes)),
        .why = "an op for each element but the first in each bin",
    };
}

static const struct parameter parameters[] = {
    BINS_PARAMETER, GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation reduce_by_index_gpu; /* launch.c */

const struct algorithm reduce_by_index = {
    .name = "reduce_by_index",
    .title = "Reduce by index",
    .idea = "a histogram of any monoid: an index says which fold each element "
            "joins",
    .source = "Henriksen, A Minimal Basis for Parallelism, 2019",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "at most n - 1",
            .depth = "at most n - 1",
            .traffic = "n, and n indices",
            .memory = "the bins of each thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &reduce_by_index_gpu,
};
