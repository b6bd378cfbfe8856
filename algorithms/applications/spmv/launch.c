/* launch.c - spmv on a GPU: two forms; their launches and costs. */
#include "../../contract/tiles.h"

enum { VALUES, COLUMNS, OFFSETS, X, Y };    /* ports */
enum { BLOCK, ITEMS, FORM };                /* parameters */
enum { COURSE, BALANCED };                  /* of FORM */
enum { CARRIES, HEADS, STARTS };            /* buffers of balanced */
enum { PRODUCTS = STARTS, FLAGS, BUFFERS }; /* ... of course */

static size_t rows_of(const struct request *request)
{
    return request->size[1];
}

static size_t block_of(const struct request *request)
{
    return (size_t)request->parameters[BLOCK];
}

static size_t tile_elements(const struct request *request)
{
    return block_of(request) * (size_t)request->parameters[ITEMS];
}

/* Tiles of nonzeros, or of steps of the path. */
static size_t tiles_of_form(const struct request *request)
{
    const size_t rows =
        request->parameters[FORM] == BALANCED ? rows_of(request) : 0;

    return ceil_div(request->n + rows, tile_elements(request));
}

/* Besides tiles: what warps leave, and corners. */
static const char *refuse(const struct request *request)
{
    const size_t block = block_of(request), tile = tile_elements(request);
    const size_t more = 2 * block / WARP_LANES + 64;
    struct request path = *request;

    path.n += rows_of(request);
    const char *const reason = tile_refuse(
        &path, block, (size_t)request->parameters[ITEMS],
        tile_shared_bytes(request, block, (size_t)request->parameters[ITEMS]) +
            more);
    if (reason)
        return reason;
    if (request->n >> 32)
        return "offsets are 32-bit: use fewer than 2^32 nonzeros";
    return request->parameters[FORM] == BALANCED &&
                   tile * (request->elem_bytes + 4) +
                           (block / WARP_LANES + 2) * request->elem_bytes +
                           more >
                       fixed_shared_bytes(request)
               ? "balanced: a tile takes block * items * (sizeof(T) + 4) bytes "
                 "of shared memory, which is more than a block may have: use "
                 "fewer items"
               : NULL;
}

/* -------------------------------------------------------------------- plan */

/* What tiles leave, and whether a row begins in them: for all but the last. */
static void plan_carries(const struct request *request, struct plan *plan,
                         size_t others)
{
    plan_elements(request, plan, "carries of tiles", others);
    plan_buffer(plan, "heads of tiles", others, BUFFER_TEMPORARY,
                STARTS_ANYHOW);
    plan->buffer[HEADS].unit = 1;
}

static void plan_scan_carries(const struct request *request, struct plan *plan,
                              size_t others)
{
    plan_launch(plan, "scan_carries", 1, block_of(request), 0);
    argument_buffer(plan, CARRIES, 0);
    argument_buffer(plan, HEADS, 0);
    argument_u64(plan, others);
}

static void plan_find_starts(const struct request *request, struct plan *plan,
                             size_t tiles)
{
    plan_launch(plan, "find_starts", ceil_div(tiles + 1, block_of(request)),
                block_of(request), 0);
    argument_port(plan, OFFSETS, 0);
    argument_buffer(plan, STARTS, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, rows_of(request));
    argument_u64(plan, tiles);
}

static void plan_multiply_tiles(const struct request *request,
                                struct plan *plan, size_t tiles)
{
    plan_launch(plan, "multiply_tiles", tiles, block_of(request), 0);
    plan->step[plan->steps - 1].overlapping = true;
    for (int port = VALUES; port <= Y; port++)
        argument_port(plan, port, 0);
    for (int buffer = CARRIES; buffer <= STARTS; buffer++)
        argument_buffer(plan, buffer, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, rows_of(request));
}

static void plan_balanced(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of_form(request);
    const size_t others = tiles > 0 ? tiles - 1 : 0;

    plan_carries(request, plan, others);
    plan_buffer(plan, "first rows of tiles", (tiles + 1) * sizeof(uint64_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[STARTS].unit = sizeof(uint64_t);
    if (tiles == 0)
        return;
    plan_find_starts(request, plan, tiles);
    plan_multiply_tiles(request, plan, tiles);
    if (others == 0)
        return;
    plan_launch(plan, "join_carries", ceil_div(others, block_of(request)),
                block_of(request), 0);
    plan->step[plan->steps - 1].overlapping = true;
    argument_port(plan, OFFSETS, 0);
    argument_port(plan, Y, 0);
    for (int buffer = CARRIES; buffer <= STARTS; buffer++)
        argument_buffer(plan, buffer, 0);
    argument_u64(plan, tiles);
    argument_u64(plan, rows_of(request));
}

/* Flags and products. */
static void plan_map(const struct request *request, struct plan *plan,
                     size_t tiles)
{
    const size_t block = block_of(request);

    plan_launch(plan, "clear_flags", tiles, block, 0);
    argument_buffer(plan, FLAGS, 0);
    argument_u64(plan, request->n);
    plan_launch(plan, "mark_rows", ceil_div(rows_of(request), block), block, 0);
    argument_port(plan, OFFSETS, 0);
    argument_buffer(plan, FLAGS, 0);
    argument_u64(plan, rows_of(request));
    plan_launch(plan, "multiply", tiles, block, 0);
    argument_port(plan, VALUES, 0);
    argument_port(plan, COLUMNS, 0);
    argument_port(plan, X, 0);
    argument_buffer(plan, PRODUCTS, 0);
    argument_u64(plan, request->n);
}

/* The segmented scan of the products, in place. */
static void plan_segments(const struct request *request, struct plan *plan,
                          size_t tiles)
{
    const size_t block = block_of(request);
    const size_t shared =
        tile_units_bytes(request, block, (size_t)request->parameters[ITEMS]);

    if (tiles > 1) {
        plan_launch(plan, "leave_tiles", tiles - 1, block, shared);
        argument_buffer(plan, PRODUCTS, 0);
        argument_buffer(plan, FLAGS, 0);
        argument_buffer(plan, CARRIES, 0);
        argument_buffer(plan, HEADS, 0);
        argument_u64(plan, request->n);
        plan_scan_carries(request, plan, tiles - 1);
    }
    plan_launch(plan, "scan_tiles", tiles, block, shared);
    argument_buffer(plan, PRODUCTS, 0);
    argument_buffer(plan, FLAGS, 0);
    argument_buffer(plan, CARRIES, 0);
    argument_u64(plan, request->n);
}

static void plan_course(const struct request *request, struct plan *plan)
{
    const size_t tiles = tiles_of_form(request), block = block_of(request);

    plan_carries(request, plan, tiles > 0 ? tiles - 1 : 0);
    plan_elements(request, plan, "products", request->n);
    plan_buffer(plan, "flags", request->n, BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[FLAGS].unit = 1;
    if (tiles > 0) {
        plan_map(request, plan, tiles);
        plan_segments(request, plan, tiles);
    }
    if (rows_of(request) == 0)
        return;
    plan_launch(plan, "take_last", ceil_div(rows_of(request), block), block, 0);
    argument_buffer(plan, PRODUCTS, 0);
    argument_port(plan, OFFSETS, 0);
    argument_port(plan, Y, 0);
    argument_u64(plan, rows_of(request));
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->parameters[FORM] == BALANCED)
        plan_balanced(request, plan);
    else
        plan_course(request, plan);
}

/* ------------------------------------------------------------------- forms */

/* The most ops with which a block scans what its threads leave, including the
 * one that joins a thread's prefix; and their depth. */
static double block_work(const struct request *request)
{
    const size_t block = block_of(request);

    return warp_scans_work(block) + (double)(block / WARP_LANES) +
           2 * (double)block;
}

static double block_depth(const struct request *request)
{
    return ceil_log2(block_of(request)) + 3;
}

/* One block scans what tiles leave, in several rounds. */
static void ops_course(const struct request *request, struct forms *forms)
{
    const double nonzeros = (double)request->n;
    const double items = (double)request->parameters[ITEMS];
    const double tiles = (double)tiles_of_form(request);
    const double rounds =
        tiles > 1 ? (double)ceil_div((size_t)tiles - 1, block_of(request)) : 0;

    forms->work = between(larger(nonzeros - (double)rows_of(request), 0),
                          3 * nonzeros + tiles * (2 * block_work(request) + 1) +
                              rounds * block_work(request));
    forms->depth = between(
        0, nonzeros > 0 ? 2 * items + (2 + rounds) * block_depth(request) : 0);
}

enum { LONGEST = 4, BACK = 8 }; /* as in balanced.h */

/* How often a block goes back along carries: once for each row, and once for
 * each block that joins them. */
static double rounds_of(const struct request *request)
{
    const size_t tiles = tiles_of_form(request), block = block_of(request);
    const size_t others = tiles > 0 ? tiles - 1 : 0;

    return (double)(ceil_div(others, block) + ceil_div(others, block * BACK));
}

static void ops_balanced(const struct request *request, struct forms *forms)
{
    const double nonzeros = (double)request->n;
    const double items = (double)request->parameters[ITEMS];
    const double tiles = (double)tiles_of_form(request);
    const double rounds = rounds_of(request);
    const double of_round =
        2 * block_work(request) + (double)block_of(request) * (BACK + 1) + 1;

    forms->work = between(larger(nonzeros - (double)rows_of(request), 0),
                          nonzeros + tiles * (block_work(request) + 1) +
                              rounds * of_round);
    forms->depth =
        between(0, nonzeros > 0 ? LONGEST * items + 2 * block_depth(request) +
                                      rounds * (block_depth(request) + BACK)
                                : 0);
}

/* The inputs once and the output once; in balanced also searches in offsets,
 * what tiles leave, and a begin for each warp. */
static struct cost bytes_balanced(const struct request *request)
{
    const double unit = (double)request->elem_bytes;
    const double rows = (double)rows_of(request);
    const double tiles = (double)tiles_of_form(request);
    const double block = (double)block_of(request);
    const double least =
        (double)request->n * (2 * unit + 4) + rows * (unit + 4);
    const double search = 6.0 * (ceil_log2(rows_of(request) + 1) + 6);
    const double begins = 4 * (rows + 1) / WARP_LANES + tiles * block;

    return between(least, least + begins +
                              (tiles + 1) * (search + 4 * unit + 64) +
                              rounds_of(request) * block * BACK * (unit + 1));
}

/* Flags are cleared, marked and read twice; products written, read twice,
 * written again, and read where a row ends. */
static struct cost bytes_course(const struct request *request)
{
    const double unit = (double)request->elem_bytes, n = (double)request->n;
    const double rows = (double)rows_of(request);
    const double tiles = (double)tiles_of_form(request);
    const double marks = n > 0 ? 8 * rows : 0;
    const double least =
        n * (2 * unit + 4) + n * (3 * unit + 2) + rows * (unit + 8) + marks;

    return between(least, least + n * (unit + 1) +
                              (n < rows ? n : rows) * (unit + 1) +
                              tiles * (4 * unit + 2));
}

static void forms(const struct request *request, struct forms *forms)
{
    if (request->parameters[FORM] == BALANCED) {
        ops_balanced(request, forms);
        forms->bytes = bytes_balanced(request);
    } else {
        ops_course(request, forms);
        forms->bytes = bytes_course(request);
    }
    forms->why = "the ops and the totals of tiles depend on where rows end";
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "nonzeros per thread; in balanced, nonzeros and rows",
     .by_default = 7,
     .legal = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15},
     .small = 2},
    {.name = "form",
     .macro = "FORM",
     .help = "flags, products and sums in memory; or equal parts of the path",
     .by_default = BALANCED,
     .legal = {COURSE, BALANCED},
     .names = {"course", "balanced"},
     .small = BALANCED},
    {.name = NULL}};

/* Larger elements: fewer in shared memory. */
static const struct shape shapes[] = {
    {"simt", 16, false, 0, "items=7"},
    {"cuda", 4, false, 0, "block=512,items=7"},
    {"cuda", 16, false, 0, "items=7"},
    {"simt", 32, false, 0, "items=4"},
    {"cuda", 32, false, 0, "items=4"},
    {.settings = NULL},
};

const struct implementation spmv_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "at most n, and 7 for each thread; course: at most 3n, 14",
    .depth = "4M + 3 log2 B, and log2 B for every B tiles",
    .traffic = "2 elements and a column for each nonzero, an offset and an "
               "element for each row; course: 6 elements",
    .memory = "an element and 9 bytes per tile of B*M; course: n and n flags",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
