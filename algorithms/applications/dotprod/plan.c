/* plan.c - dot product: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { A, B, OUT };          /* ports */
enum { GRAIN, FORM };        /* parameters */
enum { UNFUSED, FUSED };     /* of FORM */
enum { TOTALS, PRODUCTS };   /* buffers */
enum { PIECE_BYTES = 4096 }; /* as in cpu.c */

static const struct port own_ports[] = {
    {"a", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"b", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {NULL, 1, NULL}},
    {.name = NULL},
};

/* ------------------------------------------------------------ what is right */

static size_t partner(const struct request *request, void *const *ports,
                      size_t i)
{
    (void)request, (void)ports;
    return i;
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const char *const a = ports[A], *const b = ports[B];
    const size_t bytes = elements->bytes;
    _Alignas(16) char sum[32], product[32], next[32]; /* no T is larger */

    elements->identity(sum);
    for (size_t i = 0; i < request->n; i++) {
        elements->times(a + i * bytes, b + i * bytes, product);
        if (i > 0)
            elements->op(sum, product, next);
        memcpy(sum, i > 0 ? next : product, bytes);
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
    .name = "dotprod",
    .ports = own_ports,
    .function = FUNCTION_PRODUCT,
    .has_op = true,
    .partner = partner,
    .reference = reference,
    .fold_of = fold_of,
};

/* ---------------------------------------------------------- on a processor */

/* Each thread multiplies and reduces its share; then one reduces the totals. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "totals of threads");
    if (request->parameters[FORM] == UNFUSED)
        plan_elements(request, plan, "products", request->n);
}

/* A chain of pieces, each reduced separately. */
static double share_depth(const struct request *request, size_t n)
{
    const size_t piece = PIECE_BYTES / request->elem_bytes;

    if (request->parameters[FORM] == UNFUSED || n <= piece)
        return reduce_depth(n);
    const double others = reduce_depth(piece) + (double)((n - 1) / piece) - 1;
    return larger(others, reduce_depth((n - 1) % piece + 1)) + 1;
}

static void forms(const struct request *request, struct forms *forms)
{
    const int threads = plan_workers(request, request->parameters[GRAIN]);
    const size_t n = request->n;
    const double moved = request->parameters[FORM] == UNFUSED ? 4 : 2;
    double depth = n > 0 ? share_depth(request, plan_share(n, threads, 0)) : 0;

    for (int k = 1; k < threads; k++)
        depth =
            larger(depth, share_depth(request, plan_share(n, threads, k))) + 1;
    *forms = (struct forms){
        .work = exactly(n > 0 ? (double)n - 1 : 0),
        .depth = exactly(depth),
        .bytes = exactly((moved * (double)n + 1) * (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {
    GRAIN_PARAMETER,
    {.name = "form",
     .macro = "FORM",
     .help = "whether products are written to memory before they are combined",
     .by_default = FUSED,
     .legal = {UNFUSED, FUSED},
     .names = {"unfused", "fused"},
     .small = FUSED},
    {.name = NULL}};

extern const struct implementation dotprod_gpu; /* launch.c */

const struct algorithm dotprod = {
    .name = "dotprod",
    .title = "Dot product",
    .idea = "products of two arrays' elements, combined in order",
    .source = "OpenCL course day 3, \"Reduce\", \"Map Fusion\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n - 1",
            .depth = "n/4P + P and an op for each piece; unfused: n/4P + P + 3",
            .traffic = "2n; unfused: 4n",
            .memory = "one element per thread; unfused: n",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &dotprod_gpu,
};
