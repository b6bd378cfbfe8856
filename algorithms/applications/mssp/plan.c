/* plan.c - mssp: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, OUT };     /* ports */
enum { PIECE = 256 }; /* elements, as in cpu.c */

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_I32, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {NULL, 1, NULL}},
    {.name = NULL},
};

/* ------------------------------------------------------------ what is right */

static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    int32_t *const in = ports[IN];

    for (size_t i = 0; i < request->n; i++)
        in[i] = drawing->small(drawing, i);
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const int32_t *const in = ports[IN];
    _Alignas(16) char sum[32], mapped[32], next[32]; /* no T is larger */

    elements->identity(sum);
    for (size_t i = 0; i < request->n; i++) {
        elements->map(in[i], mapped);
        if (i > 0)
            elements->op(sum, mapped, next);
        memcpy(sum, i > 0 ? next : mapped, elements->bytes);
    }
    memcpy(ports[OUT], sum, elements->bytes);
}

static void fold_of(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end)
{
    (void)ports, (void)port, (void)i;
    *begin = 0;
    *end = request->n;
}

static const struct task task = {
    .name = "mssp",
    .ports = own_ports,
    .function = FUNCTION_MAP,
    .mapped = IN,
    .has_op = true,
    .default_monoid = "mss_i32",
    .default_function = "segment",
    .draw = draw,
    .reference = reference,
    .fold_of = fold_of,
};

/* ---------------------------------------------------------- on a processor */

/* Each thread maps and reduces its share; then one reduces the totals. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "totals of threads");
}

/* A chain of pieces, each reduced separately. */
static double share_depth(size_t n)
{
    double depth = -1; /* nothing yet */

    for (size_t i = 0; i < n; i += PIECE) {
        const double piece = reduce_depth(n - i < PIECE ? n - i : PIECE);
        depth = depth < 0 ? piece : larger(depth, piece) + 1;
    }
    return larger(depth, 0);
}

static void forms(const struct request *request, struct forms *forms)
{
    const int threads = plan_workers(request, request->parameters[0]);
    const size_t n = request->n;
    double depth = share_depth(plan_share(n, threads, 0));

    for (int k = 1; k < threads; k++)
        depth = larger(depth, share_depth(plan_share(n, threads, k))) + 1;
    *forms = (struct forms){
        .work = exactly(n > 0 ? (double)n - 1 : 0),
        .depth = exactly(depth),
        .bytes = exactly(4 * (double)n + (double)request->elem_bytes),
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation mssp_gpu; /* launch.c */

const struct algorithm mssp = {
    .name = "mssp",
    .title = "Maximum segment sum",
    .idea = "numbers become elements and are reduced, in order, in one kernel",
    .source = "OpenCL course day 3, \"Maximum Segment Sum\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n - 1",
            .depth = "n/4P + P and an op for each piece",
            .traffic = "n numbers",
            .memory = "one element per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &mssp_gpu,
};
