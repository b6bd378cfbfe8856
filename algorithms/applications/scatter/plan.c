/* plan.c - scatter: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN, INDEX, OUT };
enum { N, M }; /* sizes */

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"index", PORT_IN, PORT_I32, {"n", 0, NULL}},
    {"out", PORT_IN_OUT, PORT_T, {"m", 0, NULL}},
    {.name = NULL},
};

/* ---------------------------------------------------------- drawn indices */

/* An element with a flag goes somewhere, one without is skipped. */
static size_t count_flags(size_t n, const struct drawing *drawing)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += drawing->flag(drawing, i);
    return count;
}

/* Some places do not change: at most 3, or that many of all flags. */
static void sizes(size_t n, const struct drawing *drawing, size_t size[])
{
    const size_t count = count_flags(n, drawing);

    size[M] = count + (count == n ? 3 : drawing->number(drawing, n) % 4);
}

/* A permutation of `count` numbers, each step an exchange (Fisher, Yates); from
 * a random number on they skip the places that do not change. */
static void permute(int32_t *index, size_t count, size_t left_out,
                    const struct drawing *drawing)
{
    const size_t from = drawing->number(drawing, 0) % (count + 1);

    for (size_t k = 0; k < count; k++) {
        const size_t other = drawing->number(drawing, k) % (k + 1);
        index[k] = index[other];
        index[other] = (int32_t)(k + (k >= from ? left_out : 0));
    }
}

static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    int32_t *const index = ports[INDEX];
    size_t count = count_flags(request->n, drawing);

    if (request->n == 0)
        return;
    permute(index, count, request->size[M] - count, drawing);
    for (size_t i = request->n; i-- > 0;) /* from the end: count <= i + 1 */
        index[i] = drawing->flag(drawing, i) ? index[--count] : -1;
}

/* ------------------------------------------------------------ what is right */

/* If two elements go to the same place, it is undefined which one remains. */
static const char *refuse_input(const struct request *request,
                                void *const *ports)
{
    static char words[160];
    const int32_t *const index = ports[INDEX];
    const size_t m = request->size[M];
    unsigned char *const taken = calloc(m + 1, 1);

    words[0] = '\0';
    if (!taken)
        return "not enough memory to check for two equal indices";
    for (size_t i = 0; i < request->n && !words[0]; i++)
        if (index[i] < -1 || (index[i] >= 0 && (size_t)index[i] >= m))
            snprintf(words, sizeof words,
                     "index[%zu] = %d, but out has %zu element%s, numbered "
                     "from 0; -1 skips an element",
                     i, (int)index[i], m, m == 1 ? "" : "s");
        else if (index[i] >= 0 && taken[index[i]]++)
            snprintf(words, sizeof words,
                     "index[%zu] = %d, the same as an earlier index: two "
                     "elements would go to out[%d]",
                     i, (int)index[i], (int)index[i]);
    free(taken);
    return words[0] ? words : NULL;
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const int32_t *const index = ports[INDEX];
    const char *const in = ports[IN];
    char *const out = ports[OUT];

    for (size_t i = 0; i < request->n; i++)
        if (index[i] >= 0)
            memcpy(out + (size_t)index[i] * bytes, in + i * bytes, bytes);
}

static const struct task task = {
    .name = "scatter",
    .ports = own_ports,
    .sizes = {"n", "m"},
    .has_patterns = true,
    .sizes_of_n = sizes,
    .draw = draw,
    .refuse_input = refuse_input,
    .reference = reference,
};

/* ---------------------------------------------------------- on a processor */

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_native_run(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(4 * n, (4 + 2 * (double)request->elem_bytes) * n),
        .why = "an element that is skipped is neither read nor written",
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation scatter_gpu; /* launch.c */

const struct algorithm scatter = {
    .name = "scatter",
    .title = "Scatter",
    .idea = "each element goes to the place given by its index; other places "
            "keep their values",
    .source = "OpenCL course day 3, \"Scatter: Parallel Write Operator\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "4 bytes and up to 2 elements for each index",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &scatter_gpu,
};
