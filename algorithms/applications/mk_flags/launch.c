/* launch.c - mk_flags on a GPU: two forms; their launches and costs. */
#include "../../contract/launch.h"
#include "../../lookback/look_back_launch.h"

enum { SHAPE, FLAGS };                    /* ports */
enum { BLOCK, ITEMS, FORM, CAPS };        /* parameters */
enum { IN_LAUNCHES, ONE_PASS };           /* of FORM */
enum { SUMS };                            /* buffers of in_launches */
enum { COUNTER, WORDS, PAGES };           /* ... of one_pass */
enum { PAGE_CAPS = 4, TILES_MARKED = 4 }; /* as in flags_in_one_pass.h */

static size_t segments_of(const struct request *request)
{
    return request->size[1];
}

static size_t block_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK];
}

/* Flags that one block clears, or lengths that it scans. */
static size_t tile_of(const struct request *request)
{
    return block_of(request) * (size_t)request->parameters[ITEMS];
}

/* How many flags a block of one_pass makes in shared memory. */
static size_t cap_of(const struct request *request)
{
    return tile_of(request) * (size_t)request->parameters[CAPS];
}

static size_t tiles_of(const struct request *request)
{
    return ceil_div(segments_of(request), tile_of(request));
}

static size_t pages_of(const struct request *request)
{
    return ceil_div(request->n, PAGE_CAPS * cap_of(request));
}

/* Stretches, one for each warp. */
static size_t stretches_of(const struct request *request)
{
    return ceil_div(segments_of(request),
                    WARP_LANES * (size_t)request->parameters[ITEMS]);
}

static const char *refuse(const struct request *request)
{
    struct request of_shape = *request;
    const char *reason = refuse_threads(request, block_of(request));

    of_shape.n = segments_of(request);
    if (!reason)
        reason = refuse_tiles(request, tile_of(request));
    if (!reason)
        reason = refuse_tiles(&of_shape, tile_of(request));
    if (reason || request->parameters[FORM] == IN_LAUNCHES)
        return reason;
    if (cap_of(request) + 1024 > fixed_shared_bytes(request))
        return "one_pass: a tile takes block * items * caps bytes of shared "
               "memory, which is more than a block may have: use a smaller "
               "block";
    return request->n >> 32 ? "one_pass is limited to fewer than 2^32 flags; "
                              "use in_launches"
                            : NULL;
}

/* -------------------------------------------------------------------- plan */

static void plan_in_launches(const struct request *request, struct plan *plan)
{
    const size_t block = block_of(request);
    const size_t stretches = stretches_of(request);
    const size_t blocks = tiles_of(request);

    plan_buffer(plan, "sums of stretches", stretches * sizeof(uint64_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[SUMS].unit = sizeof(uint64_t);
    if (request->n == 0)
        return;
    plan_launch(plan, "clear_flags", ceil_div(request->n, tile_of(request)),
                block, 0);
    argument_port(plan, FLAGS, 0);
    argument_u64(plan, request->n);
    plan_launch(plan, "sum_stretches", blocks, block, 0);
    argument_port(plan, SHAPE, 0);
    argument_buffer(plan, SUMS, 0);
    argument_u64(plan, segments_of(request));
    plan_launch(plan, "scan_sums", 1, block, 0);
    argument_buffer(plan, SUMS, 0);
    argument_u64(plan, stretches);
    plan_launch(plan, "mark_heads", blocks, block, 0);
    argument_port(plan, SHAPE, 0);
    argument_buffer(plan, SUMS, 0);
    argument_port(plan, FLAGS, 0);
    argument_u64(plan, segments_of(request));
}

static void plan_words(struct plan *plan, const char *name, size_t count)
{
    plan_buffer(plan, name, count * sizeof(uint64_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[plan->buffers - 1].unit = sizeof(uint64_t);
}

/* What a wide tile leaves to two more launches. */
static void plan_wide(const struct request *request, struct plan *plan)
{
    plan_launch(plan, "clear_wide", pages_of(request), block_of(request), 0);
    plan->step[plan->steps - 1].overlapping = true;
    argument_port(plan, FLAGS, 0);
    argument_buffer(plan, WORDS, 0);
    argument_buffer(plan, PAGES, 0);
    argument_launch(plan);
    plan_launch(plan, "mark_wide", ceil_div(tiles_of(request), TILES_MARKED),
                block_of(request), 0);
    plan->step[plan->steps - 1].overlapping = true;
    argument_port(plan, SHAPE, 0);
    argument_port(plan, FLAGS, 0);
    argument_buffer(plan, WORDS, 0);
    argument_u64(plan, segments_of(request));
}

static void plan_one_pass(const struct request *request, struct plan *plan)
{
    plan_ticket_counter(plan);
    plan_words(plan, "sums of tiles", tiles_of(request));
    plan_words(plan, "tiles of pages", pages_of(request));
    if (request->n == 0)
        return;
    plan_launch(plan, "write_flags", tiles_of(request), block_of(request), 0);
    argument_port(plan, SHAPE, 0);
    argument_port(plan, FLAGS, 0);
    argument_u64(plan, segments_of(request));
    for (int buffer = COUNTER; buffer <= PAGES; buffer++)
        argument_buffer(plan, buffer, 0);
    argument_launch(plan);
    if (request->n > cap_of(request))
        plan_wide(request, plan);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->parameters[FORM] == ONE_PASS)
        plan_one_pass(request, plan);
    else
        plan_in_launches(request, plan);
}

/* ------------------------------------------------------------------- forms */

/* Sums are written, scanned in place, and read; the shape is read twice. */
static struct cost bytes_in_launches(const struct request *request)
{
    const double n = (double)request->n;
    const double segments = (double)segments_of(request);
    const double least =
        8 * segments + 4 * 8 * (double)stretches_of(request) + n;

    return between(least, least + (n < segments ? n : segments));
}

/* The shape and the flags once. For each tile the ticket is read and written,
 * and its word is written twice (once for tile 0); the others look back, at one
 * word or at many. Wide tiles: the shape again, and their heads. */
static struct cost bytes_one_pass(const struct request *request)
{
    const double n = (double)request->n;
    const double segments = (double)segments_of(request);
    const double tiles = (double)tiles_of(request);
    const double least =
        4 * segments + n + 8 * tiles + 8 * (2 * tiles - 1) + 8 * (tiles - 1);
    const bool has_wide = request->n > cap_of(request);
    const double wide = 8 * (double)pages_of(request) + 8 * (tiles - 1);

    if (has_wide)
        return between(least + wide, INFINITY);
    return between(least, tiles > 1 ? INFINITY : least);
}

static void forms(const struct request *request, struct forms *forms)
{
    const bool is_one_pass = request->parameters[FORM] == ONE_PASS;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes =
            is_one_pass ? bytes_one_pass(request) : bytes_in_launches(request),
        .why = is_one_pass
                   ? "how far tiles look back depends on timing, and wide "
                     "tiles are marked later"
                   : "one flag is set for each non-empty segment",
    };
    if (request->n == 0)
        forms->bytes = exactly(0);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "lengths per thread; in in_launches also flags",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48},
     .small = 2},
    {.name = "form",
     .macro = "FORM",
     .help = "clear, sum, scan and mark; or tiles that look back",
     .by_default = ONE_PASS,
     .legal = {IN_LAUNCHES, ONE_PASS},
     .names = {"in_launches", "one_pass"},
     .small = ONE_PASS},
    {.name = "caps",
     .macro = "CAPS",
     .help = "number of flags per length that a tile can hold in shared memory",
     .by_default = 4,
     .legal = {1, 2, 4, 8},
     .small = 1,
     .of = {"one_pass"}},
    {.name = "prefetch",
     .macro = "PREFETCH",
     .help = "how many tiles ahead to prefetch to the second-level cache; "
             "0: none",
     .by_default = 0,
     .legal = {0, 32, 64, 128, 256, 512, 1024},
     .small = 0,
     .of = {"one_pass"}},
    {.name = "pause",
     .macro = "PAUSE",
     .help = "nanoseconds before another look back",
     .by_default = 0,
     .legal = {0, 100, 300, 1000},
     .small = 0,
     .of = {"one_pass"}},
    {.name = NULL}};

/* Fewer tiles look back, and their lengths are in the cache when they begin. */
static const struct shape shapes[] = {
    {"cuda", 32, false, 0, "items=32,prefetch=256"},
    {.settings = NULL},
};

const struct implementation mk_flags_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "4 bytes per segment and 1 per flag; in_launches: 8 and up to 2",
    .memory = "8 bytes per tile; in_launches: per stretch of a warp",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
