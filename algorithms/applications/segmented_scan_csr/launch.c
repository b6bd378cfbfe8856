/* launch.c - segmented scan by offsets on a GPU: one launch; its costs. */
#include "../segments_launch.h"

enum { IN, OFFSETS, OUT };             /* ports */
enum { CROWD = TILE_PARAMETER_COUNT }; /* parameters */
enum { COUNTER, WORDS };               /* buffers */
enum { N, SEGMENTS };                  /* sizes */
enum { OFFSET_BYTES = 4 };

static const char *refuse(const struct request *request)
{
    const size_t bits = tile_of(request).count / 8;

    if (request->n >> 32)
        return "offsets have 32 bits";
    return segments_refuse(request, bits + 2 * sizeof(uint64_t));
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_segments_status(request, plan);
    plan_tiles(request, plan, "scan_in_one_pass", tiles_of(request));
    argument_port(plan, IN, 0);
    argument_port(plan, OFFSETS, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, request->size[SEGMENTS]);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_launch(plan);
}

/* The most offsets that a search looks at: 32 at a time leave a 33rd. */
static double search_most(size_t segments)
{
    double looks = 0;

    for (size_t length = segments; length > 0; length /= WARP_LANES + 1)
        looks += WARP_LANES;
    return looks;
}

/* Each offset is read once; where they crowd, elements are looked up, a
 * bisection each. */
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
    segments_forms(
        request,
        between(elements, elements + OFFSET_BYTES * offsets_most(request)),
        forms);
}

static const struct parameter parameters[] = {
    TILE_PARAMETERS(256),
    {.name = "crowd",
     .macro = "CROWD",
     .help = "offsets of a tile, for each element, beyond which elements are "
             "looked up among them",
     .by_default = 16,
     .legal = {1, 4, 16, 64},
     .small = 1},
    {.name = NULL},
};

const struct implementation segmented_scan_csr_gpu = {
    .parameters = parameters,
    .work = "at most 2n + 5n/M, and what looking back takes in",
    .depth = "at most 2M + 2 log2 B, and 1 for each tile of a segment",
    .traffic = "2n, and 4 bytes a segment",
    .memory = "two elements per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
