/* launch.c - look-back on a GPU: one launch, one block per tile; its costs. */
#include "look_back_launch.h"
#include "parameters.h"

/* Elements of one thread, as kernel.cu has it. */
static size_t items_of(const struct request *request)
{
    const long words = (long)request->elem_bytes / 4;
    const long block = request->parameters[BLOCK];
    const long items = request->parameters[ITEMS];

    return (size_t)(items == BY_COMPILER ? COMPILER_ITEMS(words)
                    : items == BY_REPORT ? REPORT_ITEMS(block, words)
                                         : items);
}

/* How n is cut: tiles of block * items, the last one perhaps shorter. */
struct cut {
    size_t block, items, tile, tiles, last; /* last: its elements */
};

static struct cut cut_up(const struct request *request)
{
    struct cut cut = {.block = (size_t)request->parameters[BLOCK],
                      .items = items_of(request)};

    cut.tile = cut.block * cut.items;
    cut.tiles = ceil_div(request->n, cut.tile);
    cut.last = cut.tiles ? request->n - (cut.tiles - 1) * cut.tile : 0;
    return cut;
}

/* One word of each element of a tile, to transpose it; or the tile itself. */
static size_t tile_bytes(const struct request *request, const struct cut *cut)
{
    return cut->tile *
           (request->parameters[MOVE] == BULK ? request->elem_bytes : 4);
}

/* The most that a block's threads share in steps 5 to 10, with room for gaps, a
 * barrier and a ticket. REUSED: one step after the other in the same place. */
static size_t told_bytes(const struct request *request, const struct cut *cut)
{
    const long *const p = request->parameters;
    const size_t size = request->elem_bytes, window = (size_t)p[WINDOW];
    const size_t places = p[LOOK] == ONE_THREAD ? window : 1;
    const size_t rows = p[LOOK] == BY_BLOCK ? ceil_div(window, WARP_LANES) : 1;
    const size_t fronts = (cut->block / WARP_LANES + 3) * size;
    const size_t windows =
        places * (size + (p[FOLD] == IN_BYTE ? 1 : 4)) + rows * (4 + size);
    const size_t most = fronts > windows ? fronts : windows;

    return (p[SHARED] == REUSED ? most : fronts + windows) + 32;
}

/* Dynamic shared memory of kernel.cu: the tile, and all that overlaps it. */
static size_t dynamic_bytes(const struct request *request,
                            const struct cut *cut)
{
    const size_t tile = tile_bytes(request, cut);
    const size_t told = told_bytes(request, cut);

    return request->parameters[SHARED] == REUSED && told > tile ? told : tile;
}

/* All shared memory of kernel.cu. */
static size_t shared_bytes(const struct request *request)
{
    const struct cut cut = cut_up(request);
    const bool reused = request->parameters[SHARED] == REUSED;

    return dynamic_bytes(request, &cut) +
           (reused ? 0 : told_bytes(request, &cut));
}

/* Why the form of look-back does not work with the other parameters, or
 * NULL. */
static const char *refuse_look(const long *p)
{
    if (p[PUBLISH] == CHAINED && (p[LOOK] != BY_WARP || p[STEP] != USED))
        return "chained waits for the direct predecessor and has no windows, "
               "so it excludes one_thread, by_block and whole";
    /* In the anchored form, these two have no effect. */
    const bool one_by_one = p[STEP] != USED || p[PREDECESSOR];
    if (p[LOOK] == BY_BLOCK &&
        (p[BLOCK] < WARP_LANES || (one_by_one && p[PUBLISH] != ANCHORED)))
        return "by_block: each warp takes a row of 32 tiles, and none looks at "
               "the predecessor first: use a block of 32 or more and "
               "no_predecessor, without whole";
    if (p[WINDOW] > WARP_LANES && p[LOOK] != BY_BLOCK)
        return "window: one warp looks at no more than 32 tiles: for more, use "
               "by_block";
    if (p[WINDOW] > p[BLOCK])
        return "window: each of its tiles needs a lane, but the block has "
               "fewer: use a larger block or a smaller window";
    return NULL;
}

/* Why a step of the report's form does not work with the others, or NULL. */
static const char *refuse_form(const long *p)
{
    if (p[FOLD] == IN_BYTE && p[LOOK] != ONE_THREAD)
        return "in_byte works only with one_thread: use one_thread";
    if (p[MOVE] == BULK && (p[TRANSPOSE] == STRIDED_READ || p[STORE] == OWN ||
                            p[SHARED] == REUSED))
        return "bulk keeps the tile in shared memory and does not transpose "
               "it: for strided_read, own and reused use striped";
    return NULL;
}

static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t most = request->machine->block_shared_bytes;

    if (refuse_look(p))
        return refuse_look(p);
    if (refuse_form(p))
        return refuse_form(p);
    if (refuse_threads(request, (size_t)p[BLOCK]))
        return refuse_threads(request, (size_t)p[BLOCK]);
    if (shared_bytes(request) > (most ? most : LARGEST_SHARED))
        return "a tile needs more shared memory than a block may have: 4 * "
               "block * items bytes if it is transposed, or the size of the "
               "whole tile if it is copied in bulk";
    return refuse_tiles(request, cut_up(request).tile);
}

/* ------------------------------------------------------------------- plan */

enum { COUNTER, FLAGS, AGGREGATES, PREFIXES }; /* buffers */

static void plan_status(const struct request *request, const struct cut *cut,
                        struct plan *plan)
{
    const size_t values = cut->tiles * request->elem_bytes;

    plan_ticket_counter(plan);
    if (request->parameters[STATUS] == PACKED) {
        plan_packed_words(request, plan, cut->tiles);
        return;
    }
    plan_buffer(plan, "flags", cut->tiles * sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[FLAGS].unit = sizeof(uint32_t);
    plan_buffer(plan, "aggregates", values, BUFFER_STATUS, STARTS_ANYHOW);
    plan_buffer(plan, "prefixes", values, BUFFER_STATUS, STARTS_ANYHOW);
}

static void plan(const struct request *request, struct plan *plan)
{
    const struct cut cut = cut_up(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_status(request, &cut, plan);
    plan_launch(plan, "scan_tiles", cut.tiles, cut.block,
                dynamic_bytes(request, &cut));
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, FLAGS, 0);
    if (request->parameters[STATUS] == ARRAYS) {
        argument_buffer(plan, AGGREGATES, 0);
        argument_buffer(plan, PREFIXES, 0);
    }
    argument_launch(plan);
    plan_carry(request, plan);
}

/* ------------------------------------------------------------------- work */

/* Ops of the warps' scans and of the scan of their totals, and one for each
 * thread that joins its warp's share: all except the first of each warp. */
static double block_scan_work(size_t threads)
{
    const size_t warps = ceil_div(threads, WARP_LANES);

    return warp_scans_work(threads) +
           (double)(warps > 1 ? threads - WARP_LANES - (warps - 1) : 0);
}

/* All work except look-back and its P. */
static double tile_work(const struct request *request, const struct cut *cut,
                        size_t tile)
{
    const size_t count = tile + 1 < cut->tiles ? cut->tile : cut->last;
    const size_t threads = ceil_div(count, cut->items);
    const size_t alone = count < cut->items ? count : cut->items;
    /* Elements and threads that join a prefix: in tile 0 nothing comes before
     * the first thread. */
    const size_t elements = tile ? count : count - alone;
    const size_t fronts = tile ? threads : threads - 1;

    /* In bulk a run is only reduced first; if nothing comes before it, its
     * elements are joined a second time. */
    const size_t first = request->exclusive ? 2 : 1;
    const bool again =
        request->parameters[MOVE] == BULK && tile == 0 && alone > first;

    return (double)(again ? alone - first : 0) + (double)(count - threads) +
           block_scan_work(threads) +
           (double)(elements - (request->exclusive ? fronts : 0)) +
           (double)(tile ? threads - 1 : 0);
}

/* Bounded if tiles besides 0 have a P and start in order; else all tiles. */
static double seen_most(const struct request *request, const struct cut *cut)
{
    const double most = look_back_most(request);

    return request->parameters[PUBLISH] == NO_PREFIX ||
                   !request->parameters[TICKETS] || most < 1
               ? (double)cut->tiles
               : most;
}

/* The aggregates between tile k > 0 and its anchor, the last tile before it whose
 * number is a multiple of the window: each takes one op, since the anchor's
 * prefix is taken in too. */
static size_t after_anchor(const struct request *request, size_t k)
{
    return (k - 1) % (size_t)request->parameters[WINDOW];
}

static double all_after_anchors(const struct request *request,
                                const struct cut *cut)
{
    const double window = (double)request->parameters[WINDOW];
    const size_t others = cut->tiles - 1;
    const double rest = (double)(others % (size_t)window);
    const double full = ((double)others - rest) / window;

    return full * window * (window - 1) / 2 + rest * (rest - 1) / 2;
}

/* For all tiles: each takes in up to `most` values, with one op for each value
 * except one. */
static struct cost look_back_work(const struct request *request,
                                  const struct cut *cut)
{
    const long *const p = request->parameters;
    const double others = (double)cut->tiles - 1, window = (double)p[WINDOW];
    const double seen = look_back_seen(others, seen_most(request, cut));

    if (p[PUBLISH] == CHAINED || others < 1)
        return exactly(0);
    if (p[PUBLISH] == ANCHORED)
        return exactly(all_after_anchors(request, cut));
    const double low = p[PUBLISH] == NO_PREFIX ? seen - others : 0;
    if (p[LOOK] != ONE_THREAD || (p[STEP] == WHOLE && p[PUBLISH] == NO_PREFIX))
        return between(low, seen - others);
    /* The table then also joins values that a P or an X on the right hides. */
    return between(low, p[STEP] == WHOLE ? seen + (window - 2) * others
                                         : seen * window - others);
}

/* The tiles whose P needs an op: not the first, nor the last. */
static double joined_prefixes(const struct request *request,
                              const struct cut *cut)
{
    const size_t between = cut->tiles - 2;

    switch (request->parameters[PUBLISH]) {
    case NO_PREFIX: return 0;
    case ANCHORED:
        return (double)(between / (size_t)request->parameters[WINDOW]);
    default: return (double)between;
    }
}

static struct cost work_of(const struct request *request, const struct cut *cut)
{
    const struct cost back = look_back_work(request, cut);
    const double tiles = (double)cut->tiles;
    double work = tile_work(request, cut, 0);

    if (tiles > 1)
        work += tile_work(request, cut, cut->tiles - 1);
    if (tiles > 2)
        work += (tiles - 2) * tile_work(request, cut, 1) +
                joined_prefixes(request, cut);
    return between(work + back.low, work + back.high);
}

/* ------------------------------------------------------------------ depth */

/* Depth of the prefix from scan_block() for the deepest of `threads` threads;
 * all but the last have scanned `items` elements. */
static double left_depth(size_t items, size_t threads)
{
    const double own = (double)items - 1;
    const size_t warp = (threads - 1) / WARP_LANES,
                 lane = (threads - 1) % WARP_LANES;
    const double before = own + ceil_log2(WARP_LANES) + ceil_log2(warp);

    if (warp == 0)
        return own + ceil_log2(lane);
    if (lane > 0) /* its warp's share and the lane to its left are joined */
        return before + 1;
    return larger(before, left_depth(items, threads - 1));
}

/* In bulk each thread scans its elements one after the other, starting with the
 * prefix of the thread. */
static double bulk_tile_depth(const struct request *request,
                              const struct cut *cut, size_t tile, double before)
{
    const size_t count = tile + 1 < cut->tiles ? cut->tile : cut->last;
    const size_t threads = ceil_div(count, cut->items);
    const size_t rest = count - (threads - 1) * cut->items;
    const double alone = (double)(count < cut->items ? count : cut->items);
    const double left_out = request->exclusive; /* of each run: its last op */
    const double first = (before < 0 ? alone - 1 : before + alone) - left_out;

    if (threads == 1)
        return larger(0, first);
    /* A last thread with few elements can be deepest only if there are two. */
    const bool but_two = threads == 2 || rest == cut->items;
    const double front =
        left_depth(cut->items, but_two ? threads : threads - 1);
    const double run = (double)(threads == 2 ? rest : cut->items);

    return larger(larger(0, first),
                  (before < 0 ? front : larger(before, front) + 1) + run -
                      left_out);
}

/* Deepest output of a tile, `before` being that deep (below 0: tile 0). */
static double tile_depth(const struct request *request, const struct cut *cut,
                         size_t tile, double before)
{
    const size_t count = tile + 1 < cut->tiles ? cut->tile : cut->last;
    const size_t items = cut->items;
    const size_t threads = ceil_div(count, items);
    const size_t alone = count < items ? count : items; /* of thread 0 */
    /* Threads that also join their prefix with an element: all; in an exclusive
     * scan those of two elements or more. */
    const bool one_left = count - (threads - 1) * items == 1;
    const size_t more = !request->exclusive ? threads
                        : items == 1        ? 0
                                            : threads - one_left;
    double deepest = request->exclusive ? (double)alone - 2 : (double)alone - 1;

    if (request->parameters[MOVE] == BULK)
        return bulk_tile_depth(request, cut, tile, before);
    deepest = larger(deepest, 0);
    if (before >= 0)
        deepest = larger(deepest, before + (more > 0));
    if (threads > 1) {
        const double front = left_depth(items, threads);
        deepest =
            larger(deepest, before < 0 ? front : larger(before, front) + 1);
    }
    if (more > 1) {
        const double front = left_depth(items, more);
        deepest = larger(deepest,
                         (before < 0 ? front : larger(before, front) + 1) + 1);
    }
    return deepest;
}

/* Ops on the longest path through the fold of `count` tiles of a window. */
static double window_depth(const struct request *request, size_t count)
{
    double depth = 0;

    if (request->parameters[LOOK] == ONE_THREAD)
        return count > 0 ? (double)count - 1 : 0;
    for (size_t k = 0; k < count; k += WARP_LANES) { /* row by row */
        const size_t row = count - k < WARP_LANES ? count - k : WARP_LANES;
        depth = larger(depth, ceil_log2(row)) + (k > 0);
    }
    return depth;
}

/* A chain of anchors: each has its window's fold joined on the right, and then
 * its own aggregate. */
static double anchored_depth(const struct request *request, double total,
                             size_t k)
{
    const size_t window = (size_t)request->parameters[WINDOW];
    const double links = (double)((k - 1) / window);
    const size_t count = after_anchor(request, k);
    const double full = window_depth(request, window - 1);
    const double anchor = links < 1     ? total
                          : window == 1 ? total + links
                                        : total + full + 2 * links;

    if (count == 0)
        return anchor;
    return larger(anchor, total + window_depth(request, count)) + 1;
}

/* The total of all before tile k > 0, from aggregates as deep as `total`. */
static struct cost before_depth(const struct request *request, double total,
                                size_t k)
{
    const long *const p = request->parameters;
    const size_t window =
        (size_t)(p[WINDOW] < WARP_LANES ? p[WINDOW] : WARP_LANES);
    const size_t first = k < window ? k : window;
    const double more = (double)((k + window - 1) / window) - 1;
    const double chain = total + (double)k - 1, tree = total + ceil_log2(k);

    if (p[PUBLISH] == CHAINED)
        return exactly(chain);
    if (p[PUBLISH] == ANCHORED)
        return exactly(anchored_depth(request, total, k));
    if (p[PUBLISH] == FULL)
        return between(tree, chain);
    /* A chain of windows, the first one reduced separately. */
    if (p[STEP] == WHOLE)
        return exactly(
            total + more +
            (p[LOOK] != ONE_THREAD ? ceil_log2(first) : (double)first - 1));
    return between(larger(tree, total + more), chain);
}

static struct cost depth_of(const struct request *request,
                            const struct cut *cut)
{
    const double total = (double)cut->items - 1 + ceil_log2(cut->block);
    const double first = tile_depth(request, cut, 0, -1);
    struct cost depth = exactly(first);

    /* Of the others, the last full one and the last one. */
    for (size_t k = cut->tiles > 2 ? cut->tiles - 2 : 1; k < cut->tiles; k++) {
        const struct cost before = before_depth(request, total, k);
        depth.low = larger(depth.low, tile_depth(request, cut, k, before.low));
        depth.high =
            larger(depth.high, tile_depth(request, cut, k, before.high));
    }
    return depth;
}

/* ---------------------------------------------------------------- traffic */

/* Traffic besides the data, in a run that never waits. */
static double least_status_bytes(const struct request *request,
                                 const struct cut *cut)
{
    const double size = (double)request->elem_bytes;
    const double word_and_value =
        request->parameters[STATUS] == PACKED ? 2 * size : 4 + size;
    const double others = (double)cut->tiles - 1; /* all but the last write */
    const long publish = request->parameters[PUBLISH];
    const double written =
        publish == FULL && others > 0 ? 2 * others - 1 : others;
    const double seen = publish == NO_PREFIX ? others * (others + 1) / 2
                        : publish == ANCHORED
                            ? others + all_after_anchors(request, cut)
                            : others;

    return (written + seen) * word_and_value;
}

static const char waits[] = "the predecessor's flag is read repeatedly during "
                            "a wait; the data itself is moved once, 2n";
static const char waits_for_group[] =
    "the flags of a tile's group are read repeatedly during a wait; the data "
    "itself is moved once, 2n";
static const char looks[] =
    "how far a tile looks back depends on timing, and flags are read "
    "repeatedly during a wait; the data itself is moved once, 2n";

static void forms(const struct request *request, struct forms *forms)
{
    const struct cut cut = cut_up(request);
    const long publish = request->parameters[PUBLISH];

    if (forms_of_nothing(request, forms))
        return;
    forms->work = work_of(request, &cut);
    forms->depth = depth_of(request, &cut);
    forms->bytes = traffic(request, 2);
    if (request->parameters[TICKETS]) /* the counter: read and written */
        forms->bytes = exactly(forms->bytes.low + 8 * (double)cut.tiles);
    if (cut.tiles > 1) {
        forms->bytes.low += least_status_bytes(request, &cut);
        forms->bytes.high = INFINITY;
        forms->why = publish == CHAINED    ? waits
                     : publish == ANCHORED ? waits_for_group
                                           : looks;
    }
    forms_carry(request, forms);
}

const struct implementation lookback_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .variants = variants,
    .work = "2n + 5n/M, plus one for each aggregate that look-back takes in",
    .depth = "M + log2 B, and for look-back between log2(n/tile) and n/tile",
    .traffic = "2n",
    .memory = "a flag and two elements per tile of B*M",
    .depends_on_timing = true,
    .reproducible_with = {"chained", "anchored"},
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
