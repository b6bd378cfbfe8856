/* launch.c - look-ahead on a GPU: one launch of persistent blocks, or of blocks
 * with one tile each if n is small; its costs. */
#include "../contract/launch.h"
#include "parameters.h"
#include "shape.h"

static size_t least_common(size_t a, size_t b)
{
    size_t m = a;
    while (m % b)
        m += a;
    return m;
}

/* ---------------------------------------------------------------- the ring */

/* The layout of the persistent blocks. */
struct ring {
    size_t run, strip, tile; /* elements */
    size_t strips;           /* of a tile */
    size_t scanners, reducers, lookers;
    size_t threads;
    size_t copies; /* of each aggregate */
    size_t stages; /* 0: not even one set of buffers fits */
    size_t gpus;
};

/* Shared memory besides the buffers: four barriers a buffer, and the prefixes
 * of its strips, for MOST_STAGES buffers; a barrier and an element for each
 * looker. */
static size_t ring_fixed_bytes(const struct ring *ring, size_t elem_bytes)
{
    /* Over several GPUs: two barriers more, and four elements, a buffer. */
    const size_t joining = ring->gpus > 1 ? 2 * 8 + 4 * elem_bytes : 0;
    const size_t each = 4 * 8 + ring->strips * elem_bytes + joining;

    return MOST_STAGES(ring->gpus, elem_bytes) * each +
           ring->lookers * (8 + elem_bytes) + 16;
}

static size_t given(long parameter, size_t usual)
{
    return parameter ? (size_t)parameter : usual;
}

/* A buffer belongs to the same warps whenever its turn comes: the number of
 * buffers is a multiple of this. */
static size_t stages_unit(const struct ring *ring)
{
    const size_t scanners =
        least_common(ring->strips, ring->scanners) / ring->strips;

    return least_common(least_common(ring->reducers, ring->lookers), scanners);
}

static struct ring ring_of(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t size = request->elem_bytes;
    const size_t most = request->machine->block_shared_bytes;
    struct ring ring = {
        .run = given(p[ITEMS], USUAL_RUN(size)),
        .strips = given(p[STRIPS], USUAL_STRIPS(size)),
        .scanners = given(p[SCANNERS], USUAL_SCANNERS(size)),
        .reducers = given(p[REDUCERS], USUAL_REDUCERS(size)),
        .lookers = given(p[LOOKERS], USUAL_LOOKERS(size)),
        .gpus = (size_t)p[GPUS],
    };
    const size_t fixed = ring_fixed_bytes(&ring, size);

    ring.copies = given(p[COPIES], ring.gpus > 1 ? 1 : USUAL_COPIES(size));
    ring.strip = ring.run * WARP_LANES;
    ring.tile = ring.strip * ring.strips;
    ring.threads =
        WARP_LANES * (1 + ring.reducers + ring.lookers + ring.scanners);
    if (ring.gpus > 1) /* far lookers and a joiner: peers.h */
        ring.threads += WARP_LANES * (ring.lookers + 1);
    ring.stages = most > fixed ? (most - fixed) / (ring.tile * size) : 0;
    if (ring.stages > MOST_STAGES(ring.gpus, size))
        ring.stages = MOST_STAGES(ring.gpus, size);
    if (p[STAGES] && ring.stages > (size_t)p[STAGES])
        ring.stages = (size_t)p[STAGES];
    ring.stages -= ring.stages % stages_unit(&ring);
    return ring;
}

/* ----------------------------------------------------------------- at once */

/* How many blocks run at once. */
static size_t grid_of(const struct request *request)
{
    const size_t grid = (size_t)request->parameters[GRID];

    return grid ? grid : (size_t)request->machine->multiprocessors;
}

/* Elements of one tile that scan_once_ROWS scans. */
static size_t once_tile(const struct request *request, size_t rows)
{
    const size_t size = request->elem_bytes;
    const size_t wide = size <= 4 ? 4 : size == 8 ? 2 : 1;

    return (size_t)request->parameters[BLOCK] * wide * rows;
}

/* How many rows a tile has if n is small; 0: it is not. One block alone need not
 * wait for others: on an H200 it takes less time up to four rows. Otherwise the
 * fewest rows with which all tiles run at once. */
static size_t once_rows(const struct request *request)
{
    enum { ROWS_ALONE = 4 };
    const size_t most =
        MOST_ROWS(request->elem_bytes, request->parameters[BLOCK]);
    const size_t present = grid_of(request);
    const size_t blocks = present < ROUND ? present : ROUND;

    if (request->parameters[SMALL] == STREAM || request->parameters[GPUS] > 1)
        return 0;
    for (size_t rows = 1; rows <= ROWS_ALONE && rows <= most; rows *= 2)
        if (request->n <= once_tile(request, rows))
            return rows;
    for (size_t rows = 1; rows <= most; rows *= 2)
        if (ceil_div(request->n, once_tile(request, rows)) <= blocks)
            return rows;
    return 0;
}

static const char *once_kernel(size_t rows)
{
    switch (rows) {
    case 1: return "scan_once_1";
    case 2: return "scan_once_2";
    case 4: return "scan_once_4";
    case 8: return "scan_once_8";
    case 16: return "scan_once_16";
    default: return "scan_once_32";
    }
}

/* ------------------------------------------------------------------- plan */

static const char *refuse(const struct request *request)
{
    const struct machine *const machine = request->machine;
    const struct ring ring = ring_of(request);

    if (machine->block_threads &&
        (ring.threads > (size_t)machine->block_threads ||
         request->parameters[BLOCK] > machine->block_threads))
        return "blocks on this machine have fewer threads";
    if (grid_of(request) > (size_t)machine->multiprocessors)
        return "grid: all blocks have to run at once, and this machine has "
               "fewer multiprocessors";
    if (ring.gpus > 1 && request->parameters[GPUS] > machine->gpus)
        return "gpus: this machine has fewer GPUs that reach each other's "
               "memory";
    if (ring.gpus > 1 && grid_of(request) > ROUND)
        return "grid: over several GPUs, at most 160 blocks each";
    if (ring.stages == 0)
        return "its ring, which holds as many tiles as its warps rotate "
               "through, needs more shared memory than a block may have: use "
               "fewer items or strips";
    if (ceil_div(request->n, ring.strip) > UINT32_MAX / 2)
        return "more strips than 31 bits can count: use more items";
    return NULL;
}

/* A generation has a tile for each block. There are at most as many blocks as
 * multiprocessors, so that all run at the same time. */
static size_t ring_blocks(const struct request *request,
                          const struct ring *ring)
{
    const size_t strips = ceil_div(request->n, ring->strip);
    const size_t most = grid_of(request);

    return strips < most ? strips : most;
}

/* For strips that begin up to three elements before the input. */
static size_t ring_generations(const struct request *request,
                               const struct ring *ring)
{
    return ceil_div(request->n + 3, ring->tile * ring_blocks(request, ring));
}

enum { BOARD, PEER_BOARD }; /* buffers */

/* A board of `rows` rows, with a slot for each lane. */
static void plan_board(const struct request *request, size_t rows,
                       struct plan *plan)
{
    plan_buffer(plan, "aggregates",
                rows * WARP_LANES * request->elem_bytes / 4 * 8, BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[BOARD].unit = 8;
}

static size_t ring_rows(const struct request *request, const struct ring *ring)
{
    return ring_generations(request, ring) * ring->copies *
           ceil_div(ring_blocks(request, ring), ROUND) * AHEAD;
}

/* Aggregates of every other GPU, in the order of peers.h: two sets for each
 * generation. */
static void plan_over_gpus(const struct request *request,
                           const struct ring *ring, struct plan *plan)
{
    const size_t blocks = ring_blocks(request, ring);
    struct request share = *request; /* of GPU 0, which has the most */

    plan->gpus = (int)ring->gpus;
    plan->chunk = blocks * ring->tile;
    share.n = ceil_div(request->n, plan->chunk * ring->gpus) * plan->chunk;
    const size_t generations = share.n / plan->chunk;
    plan_board(request, ring_rows(&share, ring), plan);
    plan_buffer(plan, "aggregates of other GPUs",
                generations * 2 * ring->gpus * AHEAD * WARP_LANES *
                    request->elem_bytes / 4 * 8,
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[PEER_BOARD].unit = 8;
    plan_launch(plan, "scan_over_gpus", blocks, ring->threads,
                ring->stages * ring->tile * request->elem_bytes);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_share(plan);
    argument_carry(plan);
    argument_buffer(plan, BOARD, 0);
    argument_u32(plan, (uint32_t)ring->stages);
    argument_boards(plan, PEER_BOARD);
    argument_set(plan);
    argument_gpu(plan);
    argument_u32(plan, (uint32_t)ring->gpus);
    argument_u64(plan, request->n);
    argument_launch(plan);
}

static void plan(const struct request *request, struct plan *plan)
{
    const struct ring ring = ring_of(request);
    const size_t rows = once_rows(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    if (ring.gpus > 1) {
        plan_over_gpus(request, &ring, plan);
        return;
    }
    const size_t blocks = rows ? ceil_div(request->n, once_tile(request, rows))
                               : ring_blocks(request, &ring);
    plan_board(request, rows ? AHEAD : ring_rows(request, &ring), plan);
    if (rows)
        plan_launch(plan, once_kernel(rows), blocks,
                    (size_t)request->parameters[BLOCK], 0);
    else
        plan_launch(plan, "scan_ahead", blocks, ring.threads,
                    ring.stages * ring.tile * request->elem_bytes);
    plan->step[0].overlapping = true;
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_u64(plan, request->n);
    argument_carry(plan);
    argument_buffer(plan, BOARD, 0);
    if (!rows)
        argument_u32(plan, (uint32_t)ring.stages);
    argument_launch(plan);
}

/* ------------------------------------------------------------------- work */

/* One warp reads the aggregates of `tiles` tiles and reduces them, for the
 * block `me`: lanes take AHEAD each, then the lanes' totals are scanned; if
 * `me` is neither its lane's first nor in lane 0, its lane joins the two. */
static double round_work(size_t tiles, size_t me)
{
    const size_t here = tiles < ROUND ? tiles : ROUND;
    const size_t lanes = ceil_div(here, AHEAD);

    return (double)(here - lanes) + kogge_stone_work(lanes) +
           (me < ROUND && me >= AHEAD && me % AHEAD != 0);
}

static double look_work(size_t tiles, size_t me)
{
    double work = round_work(tiles, me);

    for (size_t begin = ROUND; begin < tiles; begin += ROUND)
        work += round_work(tiles - begin, me >= begin ? me - begin : ROUND) +
                WARP_LANES + (me > begin ? WARP_LANES : 0);
    return work;
}

/* A strip: reduced by runs, the runs' totals scanned, joined to the next runs;
 * then scanned. */
static double strip_work(const struct ring *ring)
{
    return (double)(ring->strip - WARP_LANES) + kogge_stone_work(WARP_LANES) +
           WARP_LANES - 1 + (double)ring->strip;
}

/* A tile of `strips` strips, of block `me`, in a generation of `tiles`: the
 * strips' totals are scanned; the block's prefix is joined with each of them,
 * and the generation with all before it. */
static double tile_work(size_t strips, size_t tiles, size_t me)
{
    return kogge_stone_work(strips) + look_work(tiles, me) + 1 +
           (double)(strips - 1) + (me > 0 ? (double)strips : 0);
}

static double ring_work(const struct request *request, const struct ring *ring)
{
    const size_t blocks = ring_blocks(request, ring);
    const size_t strips = ceil_div(request->n, ring->strip);
    const size_t full = strips / (blocks * ring->strips);
    const size_t rest = strips % (blocks * ring->strips);
    const size_t each = ceil_div(rest, blocks);
    double work = (double)strips * strip_work(ring);

    for (size_t me = 0; me < blocks; me++) {
        work += (double)full * tile_work(ring->strips, blocks, me);
        if (me * each < rest) {
            const size_t left = rest - me * each;
            work +=
                tile_work(left < each ? left : each, ceil_div(rest, each), me);
        }
    }
    return work;
}

/* All threads of a block do the same, for every n. */
static double once_work(const struct request *request, size_t rows)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t tile = once_tile(request, rows), warps = block / WARP_LANES;
    const size_t blocks = ceil_div(request->n, tile);
    const double lanes_first = (double)(warps * rows * (WARP_LANES - 1));
    double each = (double)(tile - block * rows) + /* lanes */
                  (double)(warps * rows) * kogge_stone_work(WARP_LANES) +
                  (double)(block * (rows - 1)) +            /* rows */
                  (double)warps * kogge_stone_work(warps) + /* warps */
                  (double)(block - WARP_LANES) +            /* their front */
                  lanes_first + (double)tile + (double)(block * (rows - 1));
    double work = each * (double)blocks;

    for (size_t me = 1; me < blocks; me++)
        work += look_work(me, me) + (double)block;
    return work;
}

/* ---------------------------------------------------------------- traffic */

/* Besides the data: each aggregate is written once and, by a block that does
 * not have to wait, read once. */
static double board_bytes(const struct request *request, size_t written,
                          double read)
{
    return ((double)written + read) * (double)request->elem_bytes * 2;
}

static double ring_board_bytes(const struct request *request,
                               const struct ring *ring)
{
    const size_t blocks = ring_blocks(request, ring);
    const size_t strips = ceil_div(request->n, ring->strip);
    const size_t full = strips / (blocks * ring->strips);
    const size_t rest = strips % (blocks * ring->strips);
    const size_t last = rest ? ceil_div(rest, ceil_div(rest, blocks)) : 0;

    return board_bytes(request, ring->copies * (full * blocks + last),
                       (double)full * (double)(blocks * blocks) +
                           (double)(last * last));
}

/* ------------------------------------------------------------------ depth */

enum { WARP_DEPTH = 5, JOINS = 4 }; /* of a warp's scan; carry, front, start */

/* At most: up to the aggregate, through those of all tiles, to an element. */
static double ring_depth(const struct request *request, const struct ring *ring)
{
    const size_t blocks = ring_blocks(request, ring);

    return 2 * (double)ring->run + 2 * WARP_DEPTH + JOINS + AHEAD +
           ceil_log2(ring->strips) + 2 * (double)ceil_div(blocks, ROUND) +
           (double)ring_generations(request, ring);
}

static double once_depth(const struct request *request, size_t rows)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t wide = once_tile(request, 1) / block;

    return 2 * (double)(wide + rows) + 2 * WARP_DEPTH + JOINS + AHEAD +
           ceil_log2(block / WARP_LANES);
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct ring ring = ring_of(request);
    const size_t rows = once_rows(request);

    if (forms_of_nothing(request, forms))
        return;
    if (ring.gpus > 1) {
        forms->work = forms->depth = between(NAN, NAN);
        forms->bytes = between(
            2.0 * (double)request->n * (double)request->elem_bytes, INFINITY);
        forms->why = "over several GPUs only the data has a form, 2n: "
                     "aggregates are read repeatedly during a wait";
        return;
    }
    forms->bytes = traffic(request, 2);
    if (rows) {
        const size_t blocks = ceil_div(request->n, once_tile(request, rows));
        forms->work = exactly(once_work(request, rows));
        if (blocks > 1)
            forms->bytes.low += board_bytes(
                request, blocks, (double)(blocks * (blocks - 1)) / 2);
    } else {
        forms->work = exactly(ring_work(request, &ring));
        forms->bytes.low += ring_board_bytes(request, &ring);
    }
    forms->bytes.high = INFINITY;
    forms->depth =
        between(ceil_log2(request->n) - request->exclusive,
                rows ? once_depth(request, rows) : ring_depth(request, &ring));
    forms->why = "aggregates are read repeatedly during a wait; the data "
                 "itself is moved once, 2n";
}

const struct implementation lookahead_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "2n + n/9, and B*B for each generation of B tiles",
    .depth = "RUN + log2 B a generation",
    .traffic = "2n",
    .memory = "an aggregate per tile, padded to twice its size",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
