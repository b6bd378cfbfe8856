/* plan.c - map_scan: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, MAPPED, OUT };
enum { PIECE = 256 }; /* elements, as in cpu.c */

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_I32, {"n", 0, NULL}},
    {"mapped", PORT_OUT, PORT_T_IN_PLANES, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T_IN_PLANES, {"n", 0, NULL}},
    {.name = NULL},
};

static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    int32_t *const in = ports[IN];

    for (size_t i = 0; i < request->n; i++)
        in[i] = drawing->small(drawing, i);
}

/* Fills elements, not planes: the comparison allows for that. */
static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const int32_t *const in = ports[IN];
    const size_t bytes = elements->bytes;

    for (size_t i = 0; i < request->n; i++) {
        char *const mapped = (char *)ports[MAPPED] + i * bytes;
        char *const out = (char *)ports[OUT] + i * bytes;
        elements->map(in[i], mapped);
        if (i == 0 && request->exclusive)
            elements->identity(out);
        else if (i == 0)
            memcpy(out, mapped, bytes);
        else if (i == 1 && request->exclusive)
            memcpy(out, mapped - bytes, bytes);
        else
            elements->op(out - bytes,
                         request->exclusive ? mapped - bytes : mapped, out);
    }
}

static void fold_of(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end)
{
    (void)ports;
    *begin = port == MAPPED ? i : 0;
    *end = port == OUT && request->exclusive ? i : i + 1;
}

static const struct task task = {
    .name = "map_scan",
    .ports = own_ports,
    .function = FUNCTION_MAP,
    .mapped = IN,
    .has_kinds = true,
    .has_op = true,
    .draw = draw,
    .reference = reference,
    .fold_of = fold_of,
};

/* All threads except one reduce a chunk; then all scan one. */
static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_native_run(request, plan);
}

/* A reduction of n elements, piece by piece. */
static double pieces_depth(size_t n)
{
    double depth = -1; /* nothing yet */

    for (size_t i = 0; i < n; i += PIECE) {
        const double piece = reduce_depth(n - i < PIECE ? n - i : PIECE);
        depth = depth < 0 ? piece : larger(depth, piece) + 1;
    }
    return depth;
}

static void forms(const struct request *request, struct forms *forms)
{
    const int threads = plan_workers(request, request->parameters[0]);
    const int chunks = threads == 1 ? 1 : threads + 1;
    const double n = (double)request->n;
    const double first = (double)plan_share(request->n, chunks, 0);
    double work = larger(first - 1, 0), fold = work, depth = work, reduced = 0;

    for (int k = 1; k < chunks; k++) {
        const size_t size = plan_share(request->n, chunks, k);
        work += (double)size;
        depth = larger(depth, fold + (double)size -
                                  (k == chunks - 1 && request->exclusive));
        if (k < threads) {
            work += (double)size; /* size - 1 to reduce it, 1 to join it */
            fold = larger(fold, pieces_depth(size)) + 1;
            reduced += (double)size;
        }
    }
    if (chunks == 1 && request->exclusive && depth > 0)
        depth--;
    *forms = (struct forms){
        .work = exactly(work),
        .depth = exactly(depth),
        .bytes =
            exactly(4 * (n + reduced) + 2 * n * (double)request->plane_bytes),
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation map_scan_gpu; /* launch.c */

const struct algorithm map_scan = {
    .name = "map_scan",
    .title = "Map and scan",
    .idea = "numbers become elements and are scanned, in one pass",
    .source = "Futhark report, section 3.2 and appendix B (advanced.fut)",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n on one thread, 2n on P",
            .depth = "n on one thread, 2n/P on P",
            .traffic = "n numbers, 2n elements; on P threads 2n numbers",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &map_scan_gpu,
};
