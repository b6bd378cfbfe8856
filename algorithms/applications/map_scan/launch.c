/* launch.c - map_scan on a GPU: one, two or three launches; their costs. */
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
};                                                          /* parameters */
enum { FUSED, UNFUSED, THREE_KERNELS, STREAM, AHEAD_FORM }; /* forms */
enum { COUNTER, WORDS };        /* buffers of one pass */
enum { BY_WARP = 1, BY_BLOCK }; /* of LOOK, as in look_back.h */
enum { TOTALS };                /* of three kernels */

#include "map_ahead_launch.h"

/* Numbers side by side, as in kernel.cu. */
static double wide_of(const struct tile *tile)
{
    return tile->items % 4 == 0 ? 4 : tile->items % 2 == 0 ? 2 : 1;
}

/* --------------------------------------------------------------- stream */

/* Two tiles of numbers. */
static size_t stream_bytes(const struct request *request)
{
    return 2 * tile_of(request).count * sizeof(int32_t);
}

/* As many as run at the same time, or so: others would find no tile left. */
static size_t stream_blocks(const struct request *request)
{
    enum { USUAL_REGISTERS = 64, MOST_THREADS = 2048, OTHER_BYTES = 2048 };
    const struct machine *const machine = request->machine;
    const long given = request->parameters[TILE_REGISTERS];
    const size_t registers = given ? (size_t)given : USUAL_REGISTERS;
    const size_t block = tile_of(request).block, tiles = tiles_of(request);
    const size_t by_threads = MOST_THREADS / block;
    const size_t by_registers = (size_t)machine->registers / registers / block;
    const size_t by_bytes =
        machine->shared_bytes / (stream_bytes(request) + OTHER_BYTES);
    size_t each = by_threads < by_registers ? by_threads : by_registers;

    if (by_bytes < each)
        each = by_bytes;
    each = (each > 0 ? each : 1) * (size_t)machine->multiprocessors;
    return each < tiles ? each : tiles;
}

/* What the warps tell each other, the window in which one looks back, and a
 * ticket; of three kernels a tile of totals. */
static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const struct tile tile = tile_of(request);
    const size_t told =
        (2 * tile.block / WARP_LANES + 4) * (request->elem_bytes + 4) + 64;

    if (p[WINDOW] > WARP_LANES && p[LOOK] != BY_BLOCK)
        return "window: one warp looks at 32 tiles at most: more take by_block";
    if ((size_t)p[WINDOW] > tile.block)
        return "window: each of its tiles takes a lane, and the block has "
               "fewer: take a larger block or a smaller window";
    if (p[FORM] == THREE_KERNELS)
        return tiles_refuse(request);
    if (p[FORM] == AHEAD_FORM)
        return refuse_ahead(request);
    return tile_refuse(request, tile.block, tile.items,
                       told + (p[FORM] == STREAM ? stream_bytes(request) : 0));
}

/* -------------------------------------------------------------------- plan */

/* A launch of `blocks` blocks that need no tile in shared memory. */
static void plan_rows(const struct request *request, struct plan *plan,
                      const char *kernel, size_t blocks)
{
    plan_launch(plan, kernel, blocks, tile_of(request).block, 0);
}

static void plan_one_pass(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_ticket_counter(plan);
    plan_packed_words(request, plan, tiles);
    if (request->parameters[FORM] == UNFUSED) {
        plan_rows(request, plan, "map_all", tiles);
        argument_port(plan, IN, 0);
        argument_port(plan, MAPPED, 0);
        argument_u64(plan, request->n);
    }
    if (request->parameters[FORM] == STREAM)
        plan_launch(plan, "scan_stream", stream_blocks(request),
                    tile_of(request).block, stream_bytes(request));
    else
        plan_rows(request, plan, "scan_mapped", tiles);
    argument_port(plan, IN, 0);
    argument_port(plan, MAPPED, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_launch(plan);
}

static void plan_three_kernels(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of(request);

    plan_elements(request, plan, "totals of tiles", tiles - 1);
    if (tiles > 1) {
        plan_rows(request, plan, "reduce_full_tiles", tiles - 1);
        argument_port(plan, IN, 0);
        argument_buffer(plan, TOTALS, 0);
        plan_sums(request, plan, "scan_totals", TOTALS, tiles - 1);
    }
    plan_rows(request, plan, "scan_tiles", tiles);
    argument_port(plan, IN, 0);
    argument_port(plan, MAPPED, 0);
    argument_port(plan, OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    if (request->parameters[FORM] == THREE_KERNELS)
        plan_three_kernels(request, plan);
    else if (request->parameters[FORM] == AHEAD_FORM)
        plan_ahead(request, plan);
    else
        plan_one_pass(request, plan);
}

/* ------------------------------------------------------------------- forms */

/* Ops of a block on its tile, whatever is in it: fold_rows() and the totals of
 * the warps. */
static double fold_work(const struct tile *tile)
{
    const double rows = (double)tile->items / wide_of(tile);
    const double threads = (double)tile->block;
    const double warps = threads / WARP_LANES;

    return threads * rows * (wide_of(tile) - 1) +
           warps * rows * kogge_stone_work(WARP_LANES) + threads * (rows - 1) +
           kogge_stone_work((size_t)warps);
}

/* ... and put_scanned(), each warp but the first after the ones before it. */
static double put_work(const struct tile *tile)
{
    const double rows = (double)tile->items / wide_of(tile);
    const double threads = (double)tile->block;
    const double warps = threads / WARP_LANES;

    return threads - WARP_LANES + warps * rows * (WARP_LANES - 1) +
           threads * rows * wide_of(tile) + threads * (rows - 1);
}

/* Of the deepest output: at most. */
static double most_depth(const struct request *request, double before)
{
    const struct tile tile = tile_of(request);
    const double rows = (double)tile.items / wide_of(&tile);
    const double fold = wide_of(&tile) - 1 + ceil_log2(WARP_LANES);
    const double warps = fold + rows - 1 + ceil_log2(tile.block / WARP_LANES);

    return larger(larger(before, warps) + 1, fold) + rows + wide_of(&tile);
}

static void one_pass_forms(const struct request *request, double numbers,
                           double elements, struct forms *forms)
{
    const struct tile tile = tile_of(request);
    const double tiles = (double)tiles_of(request);
    const double words = (double)request->elem_bytes / 4;
    /* P takes an op in all tiles but the first and the last. */
    const double work = tiles * (fold_work(&tile) + put_work(&tile)) +
                        (tiles > 2 ? tiles - 2 : 0);
    /* A ticket is read and written; a word for each 4 bytes of A and of P, and
     * of a look. */
    const bool stays = request->parameters[FORM] == STREAM;
    const double draws = tiles + (stays ? (double)stream_blocks(request) : 0);
    const double status =
        8 * draws + (tiles > 1 ? 8 * words * (2 * tiles - 3 + tiles - 1) : 0);
    const double bytes = numbers + elements + status;

    forms->work = tiles > 2 ? between(work, INFINITY) : exactly(work);
    forms->depth = (struct cost){NAN, NAN};
    forms->bytes = tiles > 1 ? between(bytes, INFINITY) : exactly(bytes);
    forms->why = "tiles look back as far as timing has it";
}

static void three_kernels_forms(const struct request *request,
                                struct forms *forms)
{
    struct tile tile = tile_of(request);
    const size_t others = tiles_of(request) - 1;
    const double n = (double)request->n;
    const double reduced = (double)(others * tile.count);
    const double fold = fold_work(&tile);
    struct sums sums = {0, 0, 0};

    tile.input = wide_of(&tile) - 1 + ceil_log2(WARP_LANES) +
                 (double)tile.items / wide_of(&tile) - 1 +
                 ceil_log2(tile.block / WARP_LANES);
    if (others > 0)
        sums = sums_forms(tile, others);
    *forms = (struct forms){
        .work = exactly((double)others * (2 * fold + put_work(&tile)) + fold +
                        put_work(&tile) + sums.work),
        .depth = between(ceil_log2(request->n) - request->exclusive,
                         most_depth(request, larger(sums.deepest, sums.last))),
        /* Totals: written, scanned in place, fetched. */
        .bytes =
            exactly(4 * (n + reduced) + 2 * n * (double)request->plane_bytes +
                    4 * (double)others * (double)request->elem_bytes),
        .why = "a tile that is not full is less deep",
    };
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
        .why = "a wait reads aggregates again and again",
    };
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n;
    const double plane = n * (double)request->plane_bytes;
    const long form = request->parameters[FORM];

    if (forms_of_nothing(request, forms))
        return;
    if (form == THREE_KERNELS)
        three_kernels_forms(request, forms);
    else if (form == AHEAD_FORM)
        ahead_forms(request, 4 * n + 2 * plane, forms);
    else
        one_pass_forms(request, 4 * n, (form == UNFUSED ? 3 : 2) * plane,
                       forms);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads of one block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "numbers of one thread, in rows of up to four",
     .by_default = 16,
     .legal = {1, 2, 4, 8, 12, 16, 20, 24, 32},
     .small = 2},
    REGISTERS_PARAMETER(32, 40, 48, 56, 64, 80, 96, 128),
    {.name = "form",
     .macro = "FORM",
     .help = "how many kernels map and scan",
     .by_default = FUSED,
     .legal = {FUSED, UNFUSED, THREE_KERNELS, STREAM, AHEAD_FORM},
     .names = {"fused", "unfused", "three_kernels", "stream", "look_ahead"},
     .small = FUSED},
    {.name = "pause",
     .macro = "PAUSE",
     .help = "nanoseconds before each look at a window, so that it need not "
             "look back as far",
     .by_default = 0,
     .legal = {0, 300, 500, 700, 1000, 1500},
     .small = 0,
     .of = {"fused", "unfused", "stream"}},
    {.name = "prefetch",
     .macro = "PREFETCH",
     .help = "tiles ahead: the one whose numbers to bring to the second-level "
             "cache already; 0: none",
     .by_default = 0,
     .legal = {0, 64, 128, 192, 256, 384, 512, 1024},
     .small = 0,
     .of = {"fused", "unfused"}},
    {.name = "look",
     .macro = "LOOK",
     .help = "what reduces a window: a warp, or a warp for each 32 tiles",
     .by_default = BY_WARP,
     .legal = {BY_WARP, BY_BLOCK},
     .names = {"warp", "by_block"},
     .small = BY_WARP,
     .of = {"fused", "unfused", "stream"}},
    {.name = "window",
     .macro = "WINDOW",
     .help = "tiles that are looked at together",
     .by_default = 32,
     .legal = {4, 32, 64, 128, 256, 512},
     .small = 4,
     .of = {"fused", "unfused", "stream"}},
    {.name = "store",
     .macro = "STREAMING",
     .help = "as usual, or so that what is stored leaves the caches first",
     .by_default = 0,
     .legal = {0, 1},
     .names = {"usual", "streaming"},
     .small = 0},
    {.name = "reducers",
     .macro = "REDUCERS",
     .help = "warps that reduce tiles, in turn",
     .by_default = 4,
     .legal = {1, 2, 3, 4, 6, 8},
     .small = 2,
     .of = {"look_ahead"}},
    {.name = "lookers",
     .macro = "LOOKERS",
     .help = "warps that look at tiles, in turn; no more than "
             "reducers",
     .by_default = 4,
     .legal = {1, 2, 3, 4},
     .small = 2,
     .of = {"look_ahead"}},
    {.name = "stages",
     .macro = "STAGES",
     .help = "buffers of the ring, at most",
     .by_default = 16,
     .legal = {2, 4, 6, 8, 12, 16},
     .small = 2,
     .of = {"look_ahead"}},
    {.name = NULL}};

/* Pairs: found on an H200. Larger elements: fewer of them in registers. */
static const struct shape shapes[] = {
    {"cuda", 8, false, "items=32,registers=80"},
    {"cuda", 16, false, "items=8"},
    {"cuda", 32, false, "items=4"},
    {.settings = NULL},
};

const struct implementation map_scan_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "2n + n/4 and more; three_kernels: 3n + n/2 and more",
    .depth = "M/2 + log2 B, and what look-back takes",
    .traffic = "n numbers, 2n elements; unfused: 3n; three_kernels: 2n numbers",
    .memory = "twice an element per tile of B*M",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
