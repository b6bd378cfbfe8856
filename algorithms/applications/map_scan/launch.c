/* launch.c - map_scan on a GPU: one launch; its costs. */
#include "../../lookahead/shape.h"
#include "../../lookback/look_back_launch.h"
#include "../../contract/tiles.h"

enum { IN, MAPPED, OUT }; /* ports */
enum {
    FORM = TILE_PARAMETER_COUNT,
    PAUSE,
    PREFETCH,
    LOOK,
    WINDOW,
    STORE,
    REDUCERS,
    LOOKERS,
    STAGES
};                              /* parameters */
enum { FUSED, AHEAD_FORM };     /* forms */
enum { COUNTER, WORDS };        /* buffers */
enum { BY_WARP = 1, BY_BLOCK }; /* of LOOK, as in look_back.h */

#include "map_ahead_launch.h"

/* Numbers side by side, as in kernel.cu. */
static double wide_of(const struct tile *tile)
{
    return tile->items % 4 == 0 ? 4 : tile->items % 2 == 0 ? 2 : 1;
}

/* What the warps share, the window in which one looks back, and a
 * ticket. */
static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const struct tile tile = tile_of(request);
    const size_t shared =
        (2 * tile.block / WARP_LANES + 4) * (request->elem_bytes + 4) + 64;

    if (p[WINDOW] > WARP_LANES && p[LOOK] != BY_BLOCK)
        return "window: one warp looks at no more than 32 tiles: for more, use "
               "by_block";
    if ((size_t)p[WINDOW] > tile.block)
        return "window: each of its tiles needs a lane, but the block has "
               "fewer: use a larger block or a smaller window";
    if (p[FORM] == AHEAD_FORM)
        return refuse_ahead(request);
    return tile_refuse(request, tile.block, tile.items, shared);
}

/* -------------------------------------------------------------------- plan */

static void plan_one_pass(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_ticket_counter(plan);
    plan_packed_words(request, plan, tiles);
    plan_launch(plan, "scan_mapped", tiles, tile_of(request).block, 0);
    argument_port(plan, IN, 0);
    argument_port(plan, MAPPED, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_launch(plan);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    if (request->parameters[FORM] == AHEAD_FORM)
        plan_ahead(request, plan);
    else
        plan_one_pass(request, plan);
}

/* ------------------------------------------------------------------- forms */

/* Ops of a block on its tile, whatever is in it: fold_rows(), then the totals
 * of the warps. */
static double fold_work(const struct tile *tile)
{
    const double rows = (double)tile->items / wide_of(tile);
    const double threads = (double)tile->block;
    const double warps = threads / WARP_LANES;

    return threads * rows * (wide_of(tile) - 1) +
           warps * rows * kogge_stone_work(WARP_LANES) + threads * (rows - 1) +
           kogge_stone_work((size_t)warps);
}

/* ... and put_scanned(), in which each warp but the first joins its prefix. */
static double put_work(const struct tile *tile)
{
    const double rows = (double)tile->items / wide_of(tile);
    const double threads = (double)tile->block;
    const double warps = threads / WARP_LANES;

    return threads - WARP_LANES + warps * rows * (WARP_LANES - 1) +
           threads * rows * wide_of(tile) + threads * (rows - 1);
}

static void one_pass_forms(const struct request *request, double arrays,
                           struct forms *forms)
{
    const struct tile tile = tile_of(request);
    const double tiles = (double)tiles_of(request);
    const double words = (double)request->elem_bytes / 4;
    /* P takes an op in all tiles but the first and the last. */
    const double work = tiles * (fold_work(&tile) + put_work(&tile)) +
                        (tiles > 2 ? tiles - 2 : 0);
    /* A ticket is read and written; a word for each 4 bytes of A and of P, and
     * of a look. */
    const double status =
        8 * tiles + (tiles > 1 ? 8 * words * (2 * tiles - 3 + tiles - 1) : 0);
    const double bytes = arrays + status;

    forms->work = tiles > 2 ? between(work, INFINITY) : exactly(work);
    forms->depth = (struct cost){NAN, NAN};
    forms->bytes = tiles > 1 ? between(bytes, INFINITY) : exactly(bytes);
    forms->why = "how far tiles look back depends on timing";
}

/* A tile: its strips reduced and scanned, and the aggregates of all before. */
static void ahead_forms(const struct request *request, double bytes,
                        struct forms *forms)
{
    const struct tile tile = tile_of(request);
    const double tiles = (double)tiles_of(request);
    const double blocks = (double)ahead_blocks(request);
    const double warps = (double)tile.block / WARP_LANES;
    const double reduce = (double)tile.count - (double)tile.block +
                          (warps + 1) * kogge_stone_work(WARP_LANES) + warps;
    const double round = ROUND + kogge_stone_work(WARP_LANES) + 1;
    const double words = 8 * (double)request->elem_bytes / 4;

    *forms = (struct forms){
        .work = between(0, tiles * (reduce + fold_work(&tile) +
                                    put_work(&tile) + WARP_LANES + 1) +
                               blocks * (tiles / ROUND + tiles / blocks + 2) *
                                   2 * round),
        .depth = (struct cost){NAN, NAN},
        .bytes =
            between(bytes + words * tiles + 8 * (tiles + blocks), INFINITY),
        .why = "aggregates are read repeatedly during a wait",
    };
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double arrays = n * (4 + 2 * (double)request->plane_bytes);

    if (forms_of_nothing(request, forms))
        return;
    if (request->parameters[FORM] == AHEAD_FORM)
        ahead_forms(request, arrays, forms);
    else
        one_pass_forms(request, arrays, forms);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "numbers per thread, in rows of up to four",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 12, 16, 20, 24, 32},
     .small = 2},
    REGISTERS_PARAMETER(32, 40, 48, 56, 64, 80, 96, 128),
    {.name = "form",
     .macro = "FORM",
     .help = "how a tile finds its prefix",
     .by_default = FUSED,
     .legal = {FUSED, AHEAD_FORM},
     .names = {"fused", "look_ahead"},
     .small = FUSED},
    {.name = "pause",
     .macro = "PAUSE",
     .help = "nanoseconds before each look at a window: later looks need not "
             "go back as far",
     .by_default = 0,
     .legal = {0, 300, 500, 700, 1000, 1500},
     .small = 0,
     .of = {"fused"}},
    {.name = "prefetch",
     .macro = "PREFETCH",
     .help = "how many tiles ahead to prefetch numbers to the second-level "
             "cache; 0: none",
     .by_default = 0,
     .legal = {0, 64, 128, 192, 256, 384, 512, 1024},
     .small = 0,
     .of = {"fused"}},
    {.name = "look",
     .macro = "LOOK",
     .help = "what reduces a window: a warp, or a warp for every 32 tiles",
     .by_default = BY_WARP,
     .legal = {BY_WARP, BY_BLOCK},
     .names = {"warp", "by_block"},
     .small = BY_WARP,
     .of = {"fused"}},
    {.name = "window",
     .macro = "WINDOW",
     .help = "tiles per window, which are looked at together",
     .by_default = 32,
     .legal = {4, 32, 64, 128, 256, 512},
     .small = 4,
     .of = {"fused"}},
    {.name = "store",
     .macro = "STREAMING",
     .help =
         "normal stores, or stores whose data is evicted from the caches first",
     .by_default = 0,
     .legal = {0, 1},
     .names = {"usual", "streaming"},
     .small = 0},
    {.name = "reducers",
     .macro = "REDUCERS",
     .help = "warps that take turns reducing tiles",
     .by_default = 4,
     .legal = {1, 2, 3, 4, 6, 8},
     .small = 2,
     .of = {"look_ahead"}},
    {.name = "lookers",
     .macro = "LOOKERS",
     .help = "warps that take turns looking at tiles; no more than reducers",
     .by_default = 4,
     .legal = {1, 2, 3, 4},
     .small = 2,
     .of = {"look_ahead"}},
    {.name = "stages",
     .macro = "STAGES",
     .help = "maximum number of buffers in the ring",
     .by_default = 16,
     .legal = {2, 4, 6, 8, 12, 16},
     .small = 2,
     .of = {"look_ahead"}},
    {.name = NULL}};

/* Pairs: found on an H200, where look_ahead has more to set up, and is faster
 * from 2^22 numbers on. Larger elements: fewer in registers. */
static const struct shape shapes[] = {
    {"cuda", 8, false, 1 << 21, "items=32,registers=80"},
    {"cuda", 8, false, 0, "look_ahead,items=16"},
    {"cuda", 16, false, 0, "items=8"},
    {"cuda", 32, false, 0, "items=4"},
    {.settings = NULL},
};

const struct implementation map_scan_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "2n + n/4 and more",
    .depth = "M/2 + log2 B, and the depth of look-back",
    .traffic = "n numbers, 2n elements",
    .memory = "two elements per tile of B*M",
    .depends_on_timing = true,
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
