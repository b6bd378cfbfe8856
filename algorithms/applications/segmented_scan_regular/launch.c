/* launch.c - segmented scan of equal segments on a GPU: one launch, in two
 * forms; their costs.
 */
#include "../segments/segments_ahead_launch.h"

enum { IN, LENGTH, OUT };            /* ports */
enum { FORM = AHEAD_PARAMETER_END }; /* parameters */
enum { ONE_PASS, LOOK_AHEAD };       /* forms */
enum { PAIRS };                      /* of look_ahead */
enum { LENGTH_BYTES = 8 };

static const struct parameter parameters[] = {
    TILE_PARAMETERS(256),
    AHEAD_PARAMETERS,
    {.name = "form",
     .macro = "FORM",
     .help = "how a tile finds its prefix",
     .by_default = ONE_PASS,
     .legal = {ONE_PASS, LOOK_AHEAD},
     .names = {"one_pass", "look_ahead"},
     .small = ONE_PASS},
    {.name = NULL},
};

/* The same time for all lengths: README.md. */
static const struct shape shapes[] = {{"cuda", 32, false, 0, "look_ahead"},
                                      {.settings = NULL}};

static const char *refuse(const struct request *request)
{
    const bool looks_ahead = request->parameters[FORM] == LOOK_AHEAD;
    const struct ahead ahead = ahead_of(request, false);

    return segments_form_refuse(request, parameters, looks_ahead, &ahead, 0);
}

/* The first arguments of each launch. */
static void arguments(const struct request *request, struct plan *plan)
{
    argument_port(plan, IN, 0);
    argument_port(plan, LENGTH, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
}

static void plan_look_ahead(const struct request *request, struct plan *plan)
{
    const struct ahead ahead = ahead_of(request, false);

    plan_ahead_board(request, &ahead, plan);
    plan_ahead_launch(request, &ahead, plan);
    arguments(request, plan);
    argument_ahead(&ahead, PAIRS, plan);
}

static void plan_one_pass(const struct request *request, struct plan *plan)
{
    plan_one_pass_launch(request, plan);
    arguments(request, plan);
    argument_one_pass(plan);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    if (request->parameters[FORM] == LOOK_AHEAD)
        plan_look_ahead(request, plan);
    else
        plan_one_pass(request, plan);
}

/* Each thread of one_pass reads the length; in look_ahead each marker does. */
static void forms(const struct request *request, struct forms *forms)
{
    const double elements =
        2 * (double)request->n * (double)request->elem_bytes;
    const double readers =
        (double)tiles_of(request) * (double)tile_of(request).block;

    if (forms_of_nothing(request, forms))
        return;
    if (request->parameters[FORM] == LOOK_AHEAD) {
        const struct ahead ahead = ahead_of(request, false);
        ahead_forms(request, &ahead, elements, forms);
        return;
    }
    segments_forms(request,
                   between(elements, elements + LENGTH_BYTES * readers), forms);
}

const struct implementation segmented_scan_regular_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "at most 2n + n/10, plus one for each pair that a tile takes in",
    .depth = "at most 2 run + log2 B, and 1 for each generation of B tiles",
    .traffic = "2n",
    .memory = "one pair per tile, padded to twice its size",
    .depends_on_timing = true,
    .reproducible_with = {"look_ahead"},
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
