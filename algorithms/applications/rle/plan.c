/* plan.c - run-length encoding: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"

#include <string.h>

enum { IN, VALUES, LENGTHS, RUNS };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"values", PORT_OUT, PORT_T, {"n", 0, "runs"}},
    {"lengths", PORT_OUT, PORT_U32, {"n", 0, "runs"}},
    {"runs", PORT_OUT, PORT_U64, {NULL, 1, NULL}},
    {.name = NULL},
};

/* A flag is the head of a run: other elements equal the one to the left. In a
 * proof the pattern decides the keys instead. */
static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    const size_t bytes = request->elem_bytes;
    char *const in = ports[IN];

    for (size_t i = 1; i < request->n && !drawing->proves; i++)
        if (!drawing->flag(drawing, i))
            memcpy(in + i * bytes, in + (i - 1) * bytes, bytes);
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const char *const in = ports[IN];
    char *const values = ports[VALUES];
    uint32_t *const lengths = ports[LENGTHS];
    uint64_t runs = 0, key = 0;

    for (size_t i = 0; i < request->n; i++) {
        const uint64_t own = elements->key(in + i * bytes);
        if (i == 0 || own != key) {
            memcpy(values + runs * bytes, in + i * bytes, bytes);
            lengths[runs++] = 0;
        }
        lengths[runs - 1]++;
        key = own;
    }
    memcpy(ports[RUNS], &runs, sizeof runs);
}

static const struct task task = {
    .name = "rle",
    .ports = own_ports,
    .function = FUNCTION_KEY,
    .whole_keys = true,
    .has_patterns = true,
    .draw = draw,
    .reference = reference,
};

static const char *refuse(const struct request *request)
{
    return request->n >> 32 ? "lengths are 32-bit: use fewer than 2^32 elements"
                            : NULL;
}

/* Each thread counts heads, then writes. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "heads of threads");
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double read = 2 * n * (double)request->elem_bytes;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(read, read + n * (double)(request->elem_bytes + 4)),
        .why = "one value and one length are written for each run",
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation rle_gpu; /* launch.c */

const struct algorithm rle = {
    .name = "rle",
    .title = "Run-length encoding",
    .idea = "each run of equal keys becomes one value with a length",
    .source = "Blelloch, Prefix Sums and Their Applications, 1990",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "2n, and a value and 4 bytes for each run",
            .memory = "two numbers per thread",
            .refuse = refuse,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &rle_gpu,
};
