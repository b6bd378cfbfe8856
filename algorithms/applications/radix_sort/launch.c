/* launch.c - radix sort on a GPU: the launches of both forms; their costs.
 *
 *     pass      0           1           2
 *     3 passes  in -> out   out -> temp temp -> out      the last pass writes
 *     2 passes  in -> temp  temp -> out                  to out
 */
#include "../../contract/launch.h"
#include "parameters.h"

enum {
    BLOCK = SHARED_PARAMETER_COUNT,
    ITEMS,
    FORM,
    WORDS,
    WINDOW,
    BLOCKS,
    COUNT_BLOCK,
    COUNT_ROOM,
    REGISTERS
};
enum { SCAN, SINGLE_SWEEP };                /* of FORM */
enum { COUNT_BYTES = 64, MAX_COPIES = 32 }; /* as in single_sweep.h */

static size_t block_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK];
}

static size_t radix_of(const struct request *request)
{
    return (size_t)1 << request->parameters[BITS];
}

static size_t tile_of(const struct request *request)
{
    return block_of(request) * (size_t)request->parameters[ITEMS];
}

static size_t tiles_of(const struct request *request)
{
    return ceil_div(request->n, tile_of(request));
}

/* Blocks of count_all, as in single_sweep.h. */
static size_t blocks_of(const struct request *request)
{
    const size_t size = request->elem_bytes;
    const size_t tile = (size_t)request->parameters[COUNT_BLOCK] *
                        (size < COUNT_BYTES ? COUNT_BYTES / size : 1);
    const size_t tiles = ceil_div(request->n, tile);
    const size_t most = (size_t)request->parameters[BLOCKS];

    return tiles < most ? tiles : most;
}

/* Bytes of the tables of counts of all passes. */
static size_t tables_bytes(const struct request *request)
{
    const size_t table =
        (size_t)passes_of(request) * radix_of(request) * sizeof(uint32_t);
    size_t copies = 1;

    while (copies < MAX_COPIES &&
           2 * copies * table <= (size_t)request->parameters[COUNT_ROOM])
        copies *= 2;
    return copies * table;
}

static bool is_wide(const struct request *request)
{
    return request->parameters[WORDS] == 64 || request->n >> 30;
}

static size_t word_bytes(const struct request *request)
{
    return is_wide(request) ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* ------------------------------------------------------------------ limits */

/* struct room of ranked_tile.h. */
static size_t room_bytes(const struct request *request)
{
    const size_t warps = block_of(request) / WARP_LANES;
    const size_t radix = radix_of(request);

    return tile_of(request) * request->elem_bytes + radix * (8 + 4 * warps) +
           16 * ceil_div(radix, WARP_LANES) + 32;
}

static const char *refuse_shared(const struct request *request)
{
    const size_t given = request->machine->block_shared_bytes;
    const size_t most = given ? given : LARGEST_SHARED;

    if (room_bytes(request) > most)
        return "a tile needs block * items * sizeof(T) bytes of shared memory, "
               "plus 4 per digit for each warp, and that is more than a block "
               "may have; use fewer items or a smaller block";
    return tables_bytes(request) > most
               ? "count_room: blocks on this machine have less shared memory"
               : NULL;
}

static const char *refuse(const struct request *request)
{
    const char *reason = refuse_bits(request);

    if (!reason)
        reason = refuse_threads(request, block_of(request));
    if (!reason)
        reason =
            refuse_threads(request, (size_t)request->parameters[COUNT_BLOCK]);
    if (!reason)
        reason = refuse_tiles(request, tile_of(request));
    if (reason)
        return reason;
    if (request->parameters[FORM] == SCAN && request->n >> 32)
        return "scan: counts are 32-bit: use single_sweep";
    return refuse_shared(request);
}

/* ------------------------------------------------------------------ passes */

enum { TEMPORARY }; /* the first buffer of both */

static void plan_temporary(const struct request *request, struct plan *plan)
{
    plan_elements(request, plan, "elements between passes",
                  passes_of(request) > 1 ? request->n : 0);
}

/* A buffer of `count` numbers. */
static void plan_numbers(struct plan *plan, const char *name, size_t count,
                         size_t unit, enum buffer_role role,
                         enum buffer_start start)
{
    plan_buffer(plan, name, count * unit, role, start);
    plan->buffer[plan->buffers - 1].unit = unit;
}

static void argument_source(const struct request *request, struct plan *plan,
                            int pass)
{
    if (pass == 0)
        argument_port(plan, IN, 0);
    else if ((passes_of(request) - pass) % 2)
        argument_buffer(plan, TEMPORARY, 0);
    else
        argument_port(plan, OUT, 0);
}

static void argument_target(const struct request *request, struct plan *plan,
                            int pass)
{
    if ((passes_of(request) - pass) % 2)
        argument_port(plan, OUT, 0);
    else
        argument_buffer(plan, TEMPORARY, 0);
}

static uint32_t shift_of(const struct request *request, int pass)
{
    return (uint32_t)(pass * request->parameters[BITS]);
}

/* -------------------------------------------------------------------- scan */

enum { COUNTS = TEMPORARY + 1, TOTALS }; /* buffers of scan */

static size_t scan_blocks(const struct request *request)
{
    const size_t tiles = tiles_of(request), radix = radix_of(request);

    return tiles < radix ? tiles : radix;
}

static void plan_scan_pass(const struct request *request, struct plan *plan,
                           int pass)
{
    const size_t tiles = tiles_of(request), block = block_of(request);

    plan_launch(plan, "count_digits", tiles, block, 0);
    argument_source(request, plan, pass);
    argument_buffer(plan, COUNTS, 0);
    argument_u64(plan, request->n);
    argument_u32(plan, shift_of(request, pass));
    plan_launch(plan, "scan_counts", scan_blocks(request), block, 0);
    argument_buffer(plan, COUNTS, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u32(plan, (uint32_t)tiles);
    plan_launch(plan, "write_digits", tiles, block, room_bytes(request));
    argument_source(request, plan, pass);
    argument_target(request, plan, pass);
    argument_buffer(plan, COUNTS, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
    argument_u32(plan, shift_of(request, pass));
}

static void plan_scan(const struct request *request, struct plan *plan)
{
    const size_t radix = radix_of(request);

    plan_numbers(plan, "counts of tiles", tiles_of(request) * radix,
                 sizeof(uint32_t), BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan_numbers(plan, "counts of digits", radix, sizeof(uint32_t),
                 BUFFER_TEMPORARY, STARTS_ANYHOW);
    for (int pass = 0; request->n > 0 && pass < passes_of(request); pass++)
        plan_scan_pass(request, plan, pass);
}

/* A tile's counts are written, scanned in place, and read; totals are written
 * once, and read by each tile. */
static double scan_pass_bytes(const struct request *request)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double tiles = (double)tiles_of(request);

    return 3 * n + 4 * (double)radix_of(request) * (4 * tiles + 1 + tiles);
}

/* ------------------------------------------------------------ single sweep */

/* Buffers of single_sweep. */
enum { HISTOGRAMS = TEMPORARY + 1, COUNTER, EVEN_WORDS, ODD_WORDS };

static void plan_count_all(const struct request *request, struct plan *plan)
{
    const size_t words = tiles_of(request) * radix_of(request);

    plan_launch(plan, "count_all", blocks_of(request),
                (size_t)request->parameters[COUNT_BLOCK],
                tables_bytes(request));
    argument_port(plan, IN, 0);
    argument_buffer(plan, HISTOGRAMS, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, EVEN_WORDS, 0);
    argument_u64(plan, words * word_bytes(request) / sizeof(uint32_t));
}

static void plan_sweep(const struct request *request, struct plan *plan,
                       int pass)
{
    const size_t histogram = radix_of(request) * sizeof(uint64_t);

    plan_launch(plan, is_wide(request) ? "sort_tiles_wide" : "sort_tiles",
                tiles_of(request), block_of(request), room_bytes(request));
    plan->step[plan->steps - 1].overlapping = true;
    argument_source(request, plan, pass);
    argument_target(request, plan, pass);
    argument_u64(plan, request->n);
    argument_u32(plan, shift_of(request, pass));
    argument_buffer(plan, HISTOGRAMS, (size_t)pass * histogram);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, pass % 2 ? ODD_WORDS : EVEN_WORDS, 0);
    argument_buffer(plan, pass % 2 ? EVEN_WORDS : ODD_WORDS, 0);
}

/* The counter is 0 again after each pass. */
static void plan_single_sweep(const struct request *request, struct plan *plan)
{
    const size_t radix = radix_of(request);
    const size_t words = tiles_of(request) * radix;

    plan_numbers(plan, "histograms", (size_t)passes_of(request) * radix,
                 sizeof(uint64_t), BUFFER_TEMPORARY, STARTS_ZERO);
    plan_numbers(plan, "ticket counter", 1, sizeof(uint32_t), BUFFER_STATUS,
                 STARTS_LAUNCH_TAGGED);
    plan_numbers(plan, "status words of even passes", words,
                 word_bytes(request), BUFFER_STATUS, STARTS_ANYHOW);
    plan_numbers(plan, "status words of odd passes", words, word_bytes(request),
                 BUFFER_STATUS, STARTS_ANYHOW);
    if (request->n == 0)
        return;
    plan_count_all(request, plan);
    for (int pass = 0; pass < passes_of(request); pass++)
        plan_sweep(request, plan, pass);
}

/* Each word is cleared, written twice (once for tile 0), and read once or more
 * often, depending on timing. Tile 0 reads a histogram. */
static double sweep_least(const struct request *request)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double tiles = (double)tiles_of(request);
    const double radix = (double)radix_of(request);

    return 2 * n + 8 * tiles + 8 * radix +
           radix * (double)word_bytes(request) * (4 * tiles - 2);
}

static double count_all_bytes(const struct request *request)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const double radix = (double)radix_of(request);

    return n + radix * (double)(tiles_of(request) * word_bytes(request)) +
           16 * radix * passes_of(request) * (double)blocks_of(request);
}

/* --------------------------------------------------------------------- both */

static void plan(const struct request *request, struct plan *plan)
{
    plan_temporary(request, plan);
    if (request->parameters[FORM] == SCAN)
        plan_scan(request, plan);
    else
        plan_single_sweep(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double passes = passes_of(request);

    if (forms_of_nothing(request, forms))
        return;
    if (request->parameters[FORM] == SCAN) {
        forms->bytes = exactly(passes * scan_pass_bytes(request));
        return;
    }
    const double least =
        count_all_bytes(request) + passes * sweep_least(request);
    forms->bytes = between(least, tiles_of(request) == 1 ? least : INFINITY);
    forms->why = "how far tiles look back depends on timing";
}

static const struct parameter parameters[] = {
    NUM_BITS_PARAMETER,
    BITS_PARAMETER(8, 1, 2, 4, 8),
    {.name = "block",
     .macro = "BLOCK",
     .help = "threads per block",
     .by_default = 384,
     .legal = {32, 128, 256, 384, 512},
     .small = 32},
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements per thread",
     .by_default = 28,
     .legal = {1, 2, 3, 6, 12, 16, 28},
     .small = 2},
    {.name = "form",
     .macro = "FORM",
     .help = "three launches per digit, with a scan of counts; or one, in "
             "which tiles look back",
     .by_default = SINGLE_SWEEP,
     .legal = {SCAN, SINGLE_SWEEP},
     .names = {"scan", "single_sweep"},
     .small = SINGLE_SWEEP},
    {.name = "words",
     .macro = "WORDS",
     .help = "bits of a status word; always 64 from 2^30 elements on",
     .by_default = 32,
     .legal = {32, 64},
     .small = 32,
     .of = {"single_sweep"}},
    {.name = "window",
     .macro = "WINDOW",
     .help = "tiles per window, which are looked at together",
     .by_default = 4,
     .legal = {1, 2, 4, 8},
     .small = 2,
     .of = {"single_sweep"}},
    {.name = "blocks",
     .macro = "BLOCKS",
     .help = "maximum number of blocks that count digits, tile by tile",
     .by_default = 132,
     .legal = {2, 8, 132},
     .small = 2,
     .of = {"single_sweep"}},
    {.name = "count_block",
     .macro = "COUNT_BLOCK",
     .help = "threads per block, in blocks that count digits",
     .by_default = 1024,
     .legal = {32, 128, 1024},
     .small = 32,
     .of = {"single_sweep"}},
    {.name = "count_room",
     .macro = "COUNT_ROOM",
     .help = "bytes of shared memory for counting digits",
     .by_default = 65536,
     .legal = {512, 4096, 65536, 131072},
     .small = 512,
     .of = {"single_sweep"}},
    REGISTERS_PARAMETER(40, 48, 56, 64),
    {.name = NULL}};

#define SMALLER "block=128,blocks=8,count_block=128,count_room=4096,"

/* Found on an H200, except for 32 bytes, which was not measured. Small tiles on
 * the SIMT machine, so that a few thousand elements make several tiles. */
static const struct shape shapes[] = {
    {"simt", 4, false, 0, SMALLER "items=6"},
    {"cuda", 4, false, 0, "items=28,registers=56"},
    {"simt", 8, false, 0, SMALLER "items=3"},
    {"cuda", 8, false, 0, "items=16,registers=64"},
    {"simt", 16, false, 0, SMALLER "items=2"},
    {"cuda", 16, false, 0, "items=12,registers=64"},
    {"simt", 32, false, 0, SMALLER "items=1"},
    {"cuda", 32, false, 0, "items=3,registers=56"},
    {.settings = NULL},
};

static const struct variant variants[] = {
    {"report", "bits=2,scan", "the form that the Futhark report uses"},
    {.name = NULL},
};

const struct implementation radix_sort_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .variants = variants,
    .work = "no op",
    .depth = "0",
    .traffic = "n, plus 2n for each digit; scan: 3n for each digit",
    .memory = "n elements; per tile, one or two words for each digit",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
