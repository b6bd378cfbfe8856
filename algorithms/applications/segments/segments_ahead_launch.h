/* segments_ahead_launch.h - for launch.c: the persistent blocks of
 * segments_ahead.h, and their costs. After segments_launch.h.
 */
#ifndef SEGMENTS_AHEAD_LAUNCH_H
#define SEGMENTS_AHEAD_LAUNCH_H

#include "segments_launch.h"
#include "segments_shape.h"

/* Its parameters, after TILE_PARAMETERS. */
enum {
    AHEAD_RUN = TILE_PARAMETER_COUNT,
    AHEAD_STRIPS,
    AHEAD_SCANNERS,
    AHEAD_REDUCERS,
    AHEAD_LOOKERS,
    AHEAD_MARKERS,
    AHEAD_STAGES,
    AHEAD_PARAMETER_END
};

#define AHEAD_PARAMETERS                                                       \
    {.name = "run",                                                            \
     .macro = "RUN_ITEMS",                                                     \
     .help = "elements of a lane's run, odd; 0: by element size",              \
     .by_default = 0,                                                          \
     .legal = {0, 1, 3, 15, 29, 35, 39, 43},                                   \
     .small = 1,                                                               \
     .of = {"look_ahead"}},                                                    \
        {.name = "strips",                                                     \
         .macro = "STRIPS",                                                    \
         .help = "strips of a tile, each a warp's runs; 0: by element size",   \
         .by_default = 0,                                                      \
         .legal = {0, 1, 2, 3, 4},                                             \
         .small = 2,                                                           \
         .of = {"look_ahead"}},                                                \
        {.name = "scanners",                                                   \
         .macro = "SCANNERS",                                                  \
         .help = "warps that scan strips; 0: by element size",                 \
         .by_default = 0,                                                      \
         .legal = {0, 1, 2, 3, 4},                                             \
         .small = 1,                                                           \
         .of = {"look_ahead"}},                                                \
        {.name = "reducers",                                                   \
         .macro = "REDUCERS",                                                  \
         .help = "warps that take turns reducing tiles; 0: by element size",   \
         .by_default = 0,                                                      \
         .legal = {0, 1, 2, 4, 5},                                             \
         .small = 1,                                                           \
         .of = {"look_ahead"}},                                                \
        {.name = "lookers",                                                    \
         .macro = "LOOKERS",                                                   \
         .help =                                                               \
             "warps that take turns looking at generations; 0: by element "    \
             "size",                                                           \
         .by_default = 0,                                                      \
         .legal = {0, 1, 2, 4, 5},                                             \
         .small = 2,                                                           \
         .of = {"look_ahead"}},                                                \
        {.name = "markers",                                                    \
         .macro = "MARKERS",                                                   \
         .help = "warps that take turns finding a tile's heads; 0: by "        \
                 "element size",                                               \
         .by_default = 0,                                                      \
         .legal = {0, 1, 2, 4, 5},                                             \
         .small = 1,                                                           \
         .of = {"look_ahead"}},                                                \
    {                                                                          \
        .name = "stages", .macro = "STAGES",                                   \
        .help = "buffers of the ring; 0: as many as fit", .by_default = 0,     \
        .legal = {0, 2, 4, 8}, .small = 2, .of = {                             \
            "look_ahead"                                                       \
        }                                                                      \
    }

/* -------------------------------------------------------------- the blocks */

/* Their layout, as in algorithms/lookahead/launch.c. */
struct ahead {
    size_t run, strip, tile; /* elements */
    size_t strips;           /* of a tile */
    size_t scanners, reducers, lookers, markers;
    size_t threads;
    size_t copies;       /* of each pair */
    size_t marker_bytes; /* of all markers */
    size_t stage_bytes;  /* of a buffer: elements, bits */
    size_t stages;       /* 0 if not even one set of buffers fits */
};

static inline size_t least_common(size_t a, size_t b)
{
    size_t m = a;
    while (m % b)
        m += a;
    return m;
}

/* struct shared_ahead: for each buffer five barriers, the starts of its strips,
 * and which of them have heads; for each looker a barrier and a pair. */
static inline size_t ahead_fixed_bytes(const struct ahead *ahead,
                                       size_t elem_bytes)
{
    return MAX_STAGES * (5 * 8 + ahead->strips * elem_bytes + 4) +
           ahead->lookers * (8 + elem_bytes + 4) + 64;
}

/* A buffer belongs to the same warps whenever its turn comes: so the number of
 * buffers must be a multiple of the number returned. */
static inline size_t ahead_stages_unit(const struct ahead *ahead)
{
    const size_t scanners =
        least_common(ahead->strips, ahead->scanners) / ahead->strips;
    const size_t tiles = least_common(ahead->reducers, ahead->lookers);

    return least_common(least_common(tiles, ahead->markers), scanners);
}

static inline size_t ahead_given(long parameter, size_t usual)
{
    return parameter ? (size_t)parameter : usual;
}

/* `has_bytes`: each marker has its own tile of bytes. */
static inline struct ahead ahead_of(const struct request *request,
                                    bool has_bytes)
{
    const long *const p = request->parameters;
    const size_t size = request->elem_bytes;
    const size_t most = request->machine->block_shared_bytes;
    struct ahead ahead = {
        .run = ahead_given(p[AHEAD_RUN], has_bytes ? SEGMENTS_OFFSET_RUN(size)
                                                   : SEGMENTS_RUN(size)),
        .strips = ahead_given(p[AHEAD_STRIPS], SEGMENTS_STRIPS(size)),
        .scanners = ahead_given(p[AHEAD_SCANNERS], SEGMENTS_SCANNERS(size)),
        .reducers = ahead_given(p[AHEAD_REDUCERS], SEGMENTS_REDUCERS(size)),
        .lookers = ahead_given(p[AHEAD_LOOKERS], SEGMENTS_LOOKERS(size)),
        .markers = ahead_given(p[AHEAD_MARKERS],
                               has_bytes ? SEGMENTS_OFFSET_MARKERS(size)
                                         : SEGMENTS_FLAG_MARKERS(size)),
        .copies = SEGMENTS_COPIES(size),
    };

    ahead.strip = ahead.run * WARP_LANES;
    ahead.tile = ahead.strip * ahead.strips;
    ahead.threads = WARP_LANES * (1 + ahead.markers + ahead.reducers +
                                  ahead.lookers + ahead.scanners);
    ahead.stage_bytes = ahead.tile * size + ahead.tile / 8;
    ahead.marker_bytes = has_bytes ? ahead.markers * ahead.tile : 0;
    const size_t fixed = ahead_fixed_bytes(&ahead, size) + ahead.marker_bytes;
    ahead.stages = most > fixed ? (most - fixed) / ahead.stage_bytes : 0;
    if (ahead.stages > MAX_STAGES)
        ahead.stages = MAX_STAGES;
    if (p[AHEAD_STAGES] && ahead.stages > (size_t)p[AHEAD_STAGES])
        ahead.stages = (size_t)p[AHEAD_STAGES];
    ahead.stages -= ahead.stages % ahead_stages_unit(&ahead);
    return ahead;
}

/* Whether a parameter of other forms has neither its default nor its small
 * value. */
static inline bool ahead_is_given(const struct request *request,
                                  const struct parameter *list, int from,
                                  int to)
{
    for (int i = from; i < to; i++)
        if (request->parameters[i] != list[i].by_default &&
            request->parameters[i] != list[i].small)
            return true;
    return false;
}

static inline const char *ahead_refuse(const struct request *request,
                                       const struct ahead *ahead)
{
    const struct machine *const machine = request->machine;

    if (machine->block_threads &&
        ahead->threads > (size_t)machine->block_threads)
        return "blocks on this machine have fewer threads";
    if (ahead->stages == 0)
        return "its ring, which holds as many tiles as its warps rotate "
               "through, needs more shared memory than a block may have: use a "
               "shorter run or fewer strips";
    if (ceil_div(request->n, ahead->strip) > UINT32_MAX / 2)
        return "more strips than 31 bits can count: use a longer run";
    return NULL;
}

/* At most one block on each multiprocessor, so that all run together. */
static inline size_t ahead_blocks(const struct request *request,
                                  const struct ahead *ahead)
{
    const size_t strips = ceil_div(request->n, ahead->strip);
    const size_t most = (size_t)request->machine->multiprocessors;

    return strips < most ? strips : most;
}

/* Allows for strips that begin up to three elements before the input. */
static inline size_t ahead_generations(const struct request *request,
                                       const struct ahead *ahead)
{
    return ceil_div(request->n + 3, ahead->tile * ahead_blocks(request, ahead));
}

/* Checks either form: TILE_PARAMETERS belong to other forms; the parameters
 * after them, up to the form itself, belong to look_ahead. A tile of one_pass
 * needs `more` bytes besides its elements. */
static inline const char *
segments_form_refuse(const struct request *request,
                     const struct parameter *parameters, bool looks_ahead,
                     const struct ahead *ahead, size_t more)
{
    if (looks_ahead &&
        ahead_is_given(request, parameters, 0, TILE_PARAMETER_COUNT))
        return "look_ahead has the parameters run and strips, not block, items "
               "and registers: add one_pass";
    if (!looks_ahead &&
        ahead_is_given(request, parameters, TILE_PARAMETER_COUNT,
                       AHEAD_PARAMETER_END))
        return "this form has only the parameters block, items and registers: "
               "add look_ahead";
    return looks_ahead ? ahead_refuse(request, ahead)
                       : segments_refuse(request, more);
}

/* The pairs of all tiles, in rows with a slot for each lane (board.h). */
static inline void plan_ahead_board(const struct request *request,
                                    const struct ahead *ahead,
                                    struct plan *plan)
{
    const size_t rounds = ceil_div(ahead_blocks(request, ahead), ROUND);
    const size_t rows =
        ahead_generations(request, ahead) * ahead->copies * rounds * AHEAD;

    plan_buffer(plan, "pairs of tiles",
                rows * WARP_LANES * (request->elem_bytes / 4) * 8,
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[plan->buffers - 1].unit = 8;
}

/* Plans the launch; the caller adds its arguments, argument_ahead() last. */
static inline void plan_ahead_launch(const struct request *request,
                                     const struct ahead *ahead,
                                     struct plan *plan)
{
    plan_launch(plan, "scan_segments_ahead", ahead_blocks(request, ahead),
                ahead->threads,
                ahead->stages * ahead->stage_bytes + ahead->marker_bytes);
    plan->step[plan->steps - 1].overlapping = true;
}

static inline void argument_ahead(const struct ahead *ahead, int pairs,
                                  struct plan *plan)
{
    argument_buffer(plan, pairs, 0);
    argument_u32(plan, (uint32_t)ahead->stages);
    argument_launch(plan);
}

/* ------------------------------------------------------------------- costs */

/* The work if there is only one segment; with more segments it is less. In a
 * strip, ops are applied to its runs, to their prefixes, and again to all
 * elements. In a tile, they are applied twice to its strips' folds, and to the
 * pairs of a generation, which a warp reduces and scans. */
static inline double ahead_work(const struct request *request,
                                const struct ahead *ahead)
{
    const double strips = (double)ceil_div(request->n + 3, ahead->strip);
    const double each =
        2 * (double)ahead->strip + WARP_LANES + kogge_stone_work(WARP_LANES);
    const double blocks = (double)ahead_blocks(request, ahead);
    const double rounds = ceil(blocks / ROUND);
    const double look =
        rounds * (ROUND + kogge_stone_work(WARP_LANES) + 3 * WARP_LANES);
    const double tiles = blocks * (double)ahead_generations(request, ahead);

    return strips * each +
           tiles * (kogge_stone_work(WARP_LANES) + WARP_LANES + look + 2);
}

enum { AHEAD_WARP_DEPTH = 5, AHEAD_JOINS = 4 };

/* The depth of the chain that leads to a tile's pair, then through all
 * generations, then to an element. */
static inline double ahead_depth(const struct request *request,
                                 const struct ahead *ahead)
{
    const size_t blocks = ahead_blocks(request, ahead);

    return 2 * (double)ahead->run + 2 * AHEAD_WARP_DEPTH + AHEAD_JOINS + AHEAD +
           ceil_log2(ahead->strips) + 2 * (double)ceil_div(blocks, ROUND) +
           (double)ahead_generations(request, ahead);
}

/* `bytes`: traffic besides the pairs, each of which is written at least
 * once. */
static inline void ahead_forms(const struct request *request,
                               const struct ahead *ahead, double bytes,
                               struct forms *forms)
{
    *forms = (struct forms){
        .work = between(0, ahead_work(request, ahead)),
        .depth = between(0, ahead_depth(request, ahead)),
        .bytes = between(bytes, INFINITY),
        .why = "no op is applied across a head: one segment costs the most; "
               "pairs are read repeatedly during a wait",
    };
}

#endif
