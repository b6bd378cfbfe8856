/* launch.c - segmented scan by offsets on a GPU: one launch, or a search and
 * then one; their costs. */
#include "../segments/segments_ahead_launch.h"

enum { IN, OFFSETS, OUT };                  /* ports */
enum { FORM = AHEAD_PARAMETER_END, CROWD }; /* parameters */
enum { ONE_PASS, LOOK_AHEAD };              /* forms */
enum { RANGES, PAIRS };                     /* of look_ahead */
enum { N, SEGMENTS };                       /* sizes */
enum { OFFSET_BYTES = 4 };

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
    {.name = "crowd",
     .macro = "CROWD",
     .help = "above this number of offsets per element of a tile, each element "
             "looks up its segment",
     .by_default = 16,
     .legal = {1, 4, 16, 64},
     .small = 1},
    {.name = NULL},
};

/* The fastest of those measured on an H200, with 4-byte elements; for larger
 * ones, one_pass up to the same number of bytes. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 1 << 22, "one_pass"},
    {"cuda", 8, false, 1 << 21, "one_pass"},
    {"cuda", 16, false, 1 << 20, "one_pass"},
    {"cuda", 16, false, 0, "look_ahead"},
    {.settings = NULL},
};

static const char *refuse(const struct request *request)
{
    const size_t bits = tile_of(request).count / 8;
    const bool looks_ahead = request->parameters[FORM] == LOOK_AHEAD;
    const struct ahead ahead = ahead_of(request, true);

    if (request->n >> 32)
        return "offsets are 32-bit";
    if (looks_ahead && request->size[SEGMENTS] >> 32)
        return "more segments than 32 bits can count: use one_pass";
    return segments_form_refuse(request, parameters, looks_ahead, &ahead,
                                bits + 2 * sizeof(uint64_t));
}

/* The first arguments of each launch. */
static void arguments(const struct request *request, struct plan *plan)
{
    argument_port(plan, IN, 0);
    argument_port(plan, OFFSETS, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, request->size[SEGMENTS]);
}

/* A search for each tile, and one for the end. */
enum { SEARCH_THREADS = 512 };

static void plan_look_ahead(const struct request *request, struct plan *plan)
{
    const struct ahead ahead = ahead_of(request, true);
    const size_t blocks = ahead_blocks(request, &ahead);

    plan_buffer(plan, "ranges of tiles",
                ahead_generations(request, &ahead) * blocks * 2 *
                    sizeof(uint32_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[RANGES].unit = sizeof(uint32_t);
    plan_ahead_board(request, &ahead, plan);
    plan_launch(plan, "find_ranges", blocks, SEARCH_THREADS, 0);
    arguments(request, plan);
    argument_buffer(plan, RANGES, 0);
    plan_ahead_launch(request, &ahead, plan);
    arguments(request, plan);
    argument_buffer(plan, RANGES, 0);
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

/* The most offsets that a search looks at: 32 at a time leave a 33rd. */
static double search_most(size_t segments)
{
    double looks = 0;

    for (size_t length = segments; length > 0; length /= WARP_LANES + 1)
        looks += WARP_LANES;
    return looks;
}

/* Each offset is read once; if they crowd, each element is looked up by
 * bisection. */
static double offsets_most(const struct request *request)
{
    const size_t segments = request->size[SEGMENTS];
    const size_t crowd =
        (size_t)request->parameters[CROWD] * tile_of(request).count;
    const double each = (double)ceil_log2(segments + 1) + 1;
    const double searches = 2 * (double)tiles_of(request);

    return searches * search_most(segments) + (double)segments +
           (segments > crowd ? (double)request->n * each : 0);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double elements =
        2 * (double)request->n * (double)request->elem_bytes;

    if (forms_of_nothing(request, forms))
        return;
    if (request->parameters[FORM] == LOOK_AHEAD) {
        const struct ahead ahead = ahead_of(request, true);
        ahead_forms(request, &ahead, elements, forms);
        return;
    }
    segments_forms(
        request,
        between(elements, elements + OFFSET_BYTES * offsets_most(request)),
        forms);
}

const struct implementation segmented_scan_csr_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "at most 2n + n/10, plus one for each pair that a tile takes in",
    .depth = "at most 2 run + log2 B, and 1 for each generation of B tiles",
    .traffic = "2n, and 4 bytes a segment",
    .memory = "one pair per tile, padded to twice its size",
    .depends_on_timing = true,
    .reproducible_with = {"look_ahead"},
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
