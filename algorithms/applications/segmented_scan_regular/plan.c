/* plan.c - segmented scan of equal segments: its ports, its costs, and the
 * plain loop. */
#include "../../contract/plan.h"
#include "../segments/segments_forms.h"

#include <string.h>

enum { IN, LENGTH, OUT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"length", PORT_IN, PORT_U64, {NULL, 1, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {.name = NULL},
};

/* As many segments as the pattern would have flags. */
static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    uint64_t segments = 1;

    for (size_t i = 1; i < request->n; i++)
        segments += drawing->flag(drawing, i);
    const uint64_t length = drawing->edge && !drawing->inverse
                                ? drawing->edge + drawing->seed / 4 % 3 - 1
                                : (request->n + segments - 1) / segments;
    memcpy(ports[LENGTH], length > 0 ? &length : &segments, sizeof length);
}

static uint64_t length_of(void *const *ports)
{
    uint64_t length;

    memcpy(&length, ports[LENGTH], sizeof length);
    return length;
}

static const char *refuse_input(const struct request *request,
                                void *const *ports)
{
    (void)request;
    return length_of(ports) > 0 ? NULL : "length is 0";
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const uint64_t length = length_of(ports);

    for (size_t i = 0; i < request->n; i++) {
        const uint64_t place = i % length;
        const char *const in = (const char *)ports[IN] + i * bytes;
        char *const out = (char *)ports[OUT] + i * bytes;
        if (!request->exclusive && place == 0)
            memcpy(out, in, bytes);
        else if (!request->exclusive)
            elements->op(out - bytes, in, out);
        else if (place == 0)
            elements->identity(out);
        else if (place == 1)
            memcpy(out, in - bytes, bytes);
        else
            elements->op(out - bytes, in - bytes, out);
    }
}

static const struct task task = {
    .name = "segmented_scan_regular",
    .ports = own_ports,
    .has_patterns = true,
    .has_kinds = true,
    .has_op = true,
    .draw = draw,
    .refuse_input = refuse_input,
    .reference = reference,
};

/* ---------------------------------------------------------- on a processor */

/* All threads scan whole segments; or, if these are too few, all but one reduce
 * a chunk, and then all scan one. */
static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_native_run(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    segments_cpu_forms(request, 0, 8, forms); /* the length */
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation segmented_scan_regular_gpu; /* launch.c */

const struct algorithm segmented_scan_regular = {
    .name = "segmented_scan_regular",
    .title = "Segmented scan of equal segments",
    .idea = "a separate scan of each segment; all have the same length",
    .source = "Futhark report, section 7: regular segments without flags",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "at most n on one thread, 2n on P",
            .depth = "n/P; at most 2n/P if a segment is longer than that",
            .traffic = "2n; at most 3n if there are few segments",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &segmented_scan_regular_gpu,
};
