/* kept_ahead_launch.h - for launch.c: the launch of kept_ahead.h, its
 * parameters and costs (filter, partition2, partition_reversed, rle).
 *
 * If a kernel defines LEAD, its launch.c sets AHEAD_LEAD to the same value.
 */
#ifndef KEPT_AHEAD_LAUNCH_H
#define KEPT_AHEAD_LAUNCH_H

#include "kept_launch.h"
#include "../../lookahead/shape.h"

/* The smallest number of elements that fills whole 16-byte units: UNIT of
 * cut.h. */
#define AHEAD_UNIT(request)                                                    \
    ((request)->elem_bytes % 16 == 0  ? 1u                                     \
     : (request)->elem_bytes % 8 == 0 ? 2u                                     \
                                      : 4u)
#define AHEAD_NONE(request) ((void)(request), 0u)
#ifndef AHEAD_LEAD
#define AHEAD_LEAD AHEAD_NONE
#endif

/* Forms: each application has some of these. */
enum { THREE_KERNELS, ONE_PASS, LOOK_AHEAD };

enum {
    AHEAD_FORM = KEPT_PARAMETER_COUNT,
    AHEAD_ROWS,
    AHEAD_STRIPS,
    AHEAD_PACKERS,
    AHEAD_STORERS,
    AHEAD_LOOKERS,
    AHEAD_STAGES,
    AHEAD_COPIES,
    AHEAD_LATE
};

/* clang-format off */
#define AHEAD_PARAMETERS                                                       \
    {.name = "rows",                                                           \
     .macro = "ROWS",                                                          \
     .help = "rows of a strip; each row has one element per lane",             \
     .by_default = 16,                                                         \
     .legal = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32},        \
     .small = 2, .of = {"look_ahead"}},                                        \
    {.name = "strips",                                                         \
     .macro = "STRIPS",                                                        \
     .help = "of a tile",                                                      \
     .by_default = 12,                                                         \
     .legal = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 24, 32}, \
     .small = 2, .of = {"look_ahead"}},                                        \
    {.name = "packers",                                                        \
     .macro = "PACKERS",                                                       \
     .help = "warps that pack strips",                                         \
     .by_default = 6,                                                          \
     .legal = {1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 16, 20},                   \
     .small = 1, .of = {"look_ahead"}},                                        \
    {.name = "storers",                                                        \
     .macro = "STORERS",                                                       \
     .help = "warps that store strips",                                        \
     .by_default = 6,                                                          \
     .legal = {1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 16, 20},                   \
     .small = 1, .of = {"look_ahead"}},                                        \
    {.name = "lookers",                                                        \
     .macro = "LOOKERS",                                                       \
     .help = "warps that take turns looking at generations",                   \
     .by_default = 2,                                                          \
     .legal = {1, 2, 3, 4, 5, 8},                                              \
     .small = 2, .of = {"look_ahead"}},                                        \
    {.name = "stages",                                                         \
     .macro = "STAGES",                                                        \
     .help = "buffers of the ring; 0: as many as there is room "               \
             "for",                                                            \
     .by_default = 0,                                                          \
     .legal = {0, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16},                        \
     .small = 2, .of = {"look_ahead"}},                                        \
    {.name = "copies",                                                         \
     .macro = "COPIES",                                                        \
     .help = "copies of each count, so that fewer blocks read the same one",   \
     .by_default = 2,                                                          \
     .legal = {1, 2, 4, 8},                                                    \
     .small = 2, .of = {"look_ahead"}},                                        \
    {.name = "late",                                                           \
     .macro = "LATE",                                                          \
     .help = "number of its own tiles that a looker releases first",           \
     .by_default = 0,                                                          \
     .legal = {0, 1, 2, 3, 4, 5, 6},                                           \
     .small = 1, .of = {"look_ahead"}}
/* clang-format on */

static inline bool is_look_ahead(const struct request *request)
{
    return request->parameters[AHEAD_FORM] == LOOK_AHEAD;
}

static inline size_t ahead_of(const struct request *request, int parameter)
{
    return (size_t)request->parameters[parameter];
}

static inline size_t ahead_strip(const struct request *request)
{
    return ahead_of(request, AHEAD_ROWS) * WARP_LANES;
}

static inline size_t ahead_tile(const struct request *request)
{
    return ahead_strip(request) * ahead_of(request, AHEAD_STRIPS);
}

/* The size of one buffer of the ring. */
static inline size_t ahead_buffer_bytes(const struct request *request)
{
    return (ahead_tile(request) + AHEAD_LEAD(request)) * request->elem_bytes;
}

static inline size_t ahead_threads(const struct request *request)
{
    return WARP_LANES * (2 + ahead_of(request, AHEAD_LOOKERS) +
                         ahead_of(request, AHEAD_PACKERS) +
                         ahead_of(request, AHEAD_STORERS));
}

static inline size_t least_common(size_t a, size_t b)
{
    size_t m = a;
    while (m % b)
        m += a;
    return m;
}

/* A buffer belongs to the same looker, and its strips to the same packers and
 * storers, whenever its turn comes: lookahead/README.md explains why. The
 * number of buffers must be a multiple of the number returned. */
static inline size_t ahead_stages_unit(const struct request *request)
{
    const size_t strips = ahead_of(request, AHEAD_STRIPS);
    const size_t packers =
        least_common(strips, ahead_of(request, AHEAD_PACKERS)) / strips;
    const size_t storers =
        least_common(strips, ahead_of(request, AHEAD_STORERS)) / strips;

    const size_t lookers = ahead_of(request, AHEAD_LOOKERS);

    return least_common(lookers % 2 == 0 ? lookers / 2 : lookers,
                        least_common(packers, storers));
}

/* Shared memory besides the buffers: for each buffer seven barriers, the word
 * of each strip, and two prefixes of a tile; for each looker a barrier and a
 * sum. */
static inline size_t ahead_fixed_bytes(const struct request *request)
{
    return MAX_STAGES * (7 * 8 + ahead_of(request, AHEAD_STRIPS) * 4 + 16) +
           ahead_of(request, AHEAD_LOOKERS) * 16 + 32;
}

/* The number of buffers in the ring; 0 if not even ahead_stages_unit() of them
 * fit. */
static inline size_t ahead_stages(const struct request *request)
{
    const size_t most = request->machine->block_shared_bytes;
    const size_t fixed = ahead_fixed_bytes(request);
    const size_t given = ahead_of(request, AHEAD_STAGES);
    size_t stages =
        most > fixed ? (most - fixed) / ahead_buffer_bytes(request) : 0;

    if (stages > MAX_STAGES)
        stages = MAX_STAGES;
    if (given && stages > given)
        stages = given;
    return stages - stages % ahead_stages_unit(request);
}

static inline const char *refuse_ahead(const struct request *request)
{
    const char *const reason = refuse_threads(request, ahead_threads(request));

    if (reason)
        return reason;
    if (ahead_stages(request) == 0)
        return "look_ahead: its ring, which holds as many tiles as its warps "
               "rotate through, needs more shared memory than a block may "
               "have: use fewer rows or strips";
    if (ceil_div(request->n, ahead_strip(request)) > UINT32_MAX / 2)
        return "look_ahead: more strips than 31 bits can count: use more rows";
    return NULL;
}

/* The number of blocks that run at the same time; if n is 0, one, to store the
 * count. */
static inline size_t ahead_blocks(const struct request *request)
{
    const size_t strips = ceil_div(request->n, ahead_strip(request));
    const size_t most = (size_t)request->machine->multiprocessors;

    return strips == 0 ? 1 : strips < most ? strips : most;
}

/* Allows for strips that begin up to three elements before the input. */
static inline size_t ahead_generations(const struct request *request)
{
    return ceil_div(request->n + 3,
                    ahead_tile(request) * ahead_blocks(request));
}

/* Plans the launch, with the first three ports as arguments: in, out and one
 * more. The caller may add arguments. */
static inline void plan_ahead(const struct request *request, struct plan *plan,
                              const char *kernel)
{
    const size_t rows = ahead_generations(request) *
                        ahead_of(request, AHEAD_COPIES) *
                        ceil_div(ahead_blocks(request), ROUND) * AHEAD;
    const size_t stages = ahead_stages(request);
    const int board = plan->buffers;

    plan_buffer(plan, "counts of tiles", rows * WARP_LANES * sizeof(uint64_t),
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[board].unit = sizeof(uint64_t);
    plan_launch(plan, kernel, ahead_blocks(request), ahead_threads(request),
                stages * ahead_buffer_bytes(request));
    plan->step[plan->steps - 1].overlapping = true;
    argument_port(plan, KEPT_IN, 0);
    argument_port(plan, KEPT_OUT, 0);
    argument_port(plan, KEPT_COUNT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, board, 0);
    argument_u32(plan, (uint32_t)stages);
    argument_launch(plan);
}

static inline double ahead_tiles(const struct request *request)
{
    const size_t blocks = ahead_blocks(request);
    const size_t strips = ceil_div(request->n, ahead_strip(request));
    const size_t whole = blocks * ahead_of(request, AHEAD_STRIPS);
    const size_t full = strips / whole, rest = strips % whole;

    return (double)(full * blocks +
                    (rest ? ceil_div(rest, ceil_div(rest, blocks)) : 0));
}

/* The minimum traffic besides elements: several copies of each tile's count are
 * written, each block that has a tile reads one, and the total count is
 * written. */
static inline double ahead_least(const struct request *request)
{
    const size_t blocks = ahead_blocks(request);
    const size_t strips = ceil_div(request->n, ahead_strip(request));
    const size_t whole = blocks * ahead_of(request, AHEAD_STRIPS);
    const size_t full = strips / whole, rest = strips % whole;
    const size_t last = rest ? ceil_div(rest, ceil_div(rest, blocks)) : 0;

    return 8 * ((double)ahead_of(request, AHEAD_COPIES) *
                    (double)(full * blocks + last) +
                (double)full * (double)(blocks * blocks) +
                (double)(last * last)) +
           8;
}

/* Shapes by element size: for 4 bytes found by measuring on an H200, where an
 * odd number of strips per tile was faster than an even one; for other sizes
 * chosen so that the ring takes the same number of bytes. */
#define AHEAD_SHAPES(shape4, shape8, shape16, shape32)                         \
    {"cuda", 4, false, 0, "items=16,form=look_ahead," shape4},                 \
        {"cuda", 8, false, 0, "items=16,form=look_ahead," shape8},             \
        {"cuda", 16, false, 0, "items=8,form=look_ahead," shape16},            \
    {                                                                          \
        "cuda", 32, false, 0, "items=4,form=look_ahead," shape32               \
    }

#endif
