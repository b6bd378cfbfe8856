/* plan.c - mk_flags: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"
#include "../segments/drawn_shape.h"

#include <string.h>

enum { SHAPE, FLAGS };
enum { N, SEGMENTS }; /* sizes */

static const struct port own_ports[] = {
    {"shape", PORT_IN, PORT_U32, {"segments", 0, NULL}},
    {"flags", PORT_OUT, PORT_U8, {"n", 0, NULL}},
    {.name = NULL},
};

static void sizes(size_t n, const struct drawing *drawing, size_t size[])
{
    size[SEGMENTS] = draw_shape(n, drawing, NULL);
}

static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    draw_shape(request->n, drawing, ports[SHAPE]);
}

/* As many flags as there are elements in total. */
static void sizes_of_inputs(void *const *ports, size_t size[])
{
    const uint32_t *const shape = ports[SHAPE];

    size[N] = 0;
    for (size_t k = 0; k < size[SEGMENTS]; k++)
        size[N] += shape[k];
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const uint32_t *const shape = ports[SHAPE];
    uint8_t *const flags = ports[FLAGS];
    size_t place = 0;

    (void)elements;
    if (request->n > 0)
        memset(flags, 0, request->n);
    for (size_t k = 0; k < request->size[SEGMENTS]; k++) {
        if (shape[k] > 0)
            flags[place] = 1;
        place += shape[k];
    }
}

static const struct task task = {
    .name = "mk_flags",
    .ports = own_ports,
    .sizes = {"n", "segments"},
    .has_patterns = true,
    .sizes_of_n = sizes,
    .draw = draw,
    .sizes_of_inputs = sizes_of_inputs,
    .reference = reference,
};

/* ---------------------------------------------------------- on a processor */

/* Each thread clears and sums, then marks. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "sums of threads");
}

/* The shape is read twice, all flags are cleared, and heads are marked. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double segments = (double)request->size[SEGMENTS];
    const double least = 8 * segments + n;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, least + (n < segments ? n : segments)),
        .why = "one flag is set for each non-empty segment",
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation mk_flags_gpu; /* launch.c */

const struct algorithm mk_flags = {
    .name = "mk_flags",
    .title = "Flags of segments",
    .idea = "the lengths of segments, some empty, become flags at their heads",
    .source = "OpenCL course day 3, \"Computing Flag Array from Shape Array\"",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "8 bytes per segment, up to 2 per flag",
            .memory = "a sum per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &mk_flags_gpu,
};
