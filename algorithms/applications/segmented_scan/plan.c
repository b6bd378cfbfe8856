/* plan.c - segmented scan: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"
#include "../segments/segments_forms.h"

#include <string.h>

enum { IN, FLAGS, OUT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"flags", PORT_IN, PORT_U8, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {.name = NULL},
};

static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    uint8_t *const flags = ports[FLAGS];

    for (size_t i = 0; i < request->n; i++)
        flags[i] = drawing->flag(drawing, i) /* any number but 0 */
                       ? (uint8_t)(1 + drawing->number(drawing, i) % 255)
                       : 0;
}

/* Element 0 begins a segment, whatever its flag. */
static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t bytes = elements->bytes;
    const uint8_t *const flags = ports[FLAGS];
    bool after_head = false; /* exclusive: element i - 1 is a head */

    for (size_t i = 0; i < request->n; i++) {
        const bool head = i == 0 || flags[i];
        const char *const in = (const char *)ports[IN] + i * bytes;
        char *const out = (char *)ports[OUT] + i * bytes;
        if (!request->exclusive && head)
            memcpy(out, in, bytes);
        else if (!request->exclusive)
            elements->op(out - bytes, in, out);
        else if (head)
            elements->identity(out);
        else if (after_head)
            memcpy(out, in - bytes, bytes);
        else
            elements->op(out - bytes, in - bytes, out);
        after_head = head;
    }
}

static const struct task task = {
    .name = "segmented_scan",
    .ports = own_ports,
    .has_patterns = true,
    .has_kinds = true,
    .has_op = true,
    .draw = draw,
    .reference = reference,
};

/* All threads except one reduce a chunk; then all scan one. */
static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_native_run(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    segments_cpu_forms(request, 1, 0, forms);
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation segmented_scan_gpu; /* launch.c */

const struct algorithm segmented_scan = {
    .name = "segmented_scan",
    .title = "Segmented scan",
    .idea = "a separate scan of each segment; flags mark where segments begin",
    .source = "OpenCL course day 3, \"Segmented Scan\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "at most n on one thread, 2n on P",
            .depth = "at most n on one thread, 2n/P on P",
            .traffic = "2n and n flags; on P threads up to 3n and 2n flags",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &segmented_scan_gpu,
};
