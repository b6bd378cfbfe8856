/* kept_launch.h - for launch.c: the launches of kept_counts.h, their parameters
 * and costs (filter, partition2; all_of has the same tiles). */
#ifndef KEPT_LAUNCH_H
#define KEPT_LAUNCH_H

#include "../../contract/launch.h"

enum { KEPT_IN, KEPT_OUT, KEPT_COUNT };                /* ports */
enum { KEPT_BLOCK, KEPT_ITEMS, KEPT_PARAMETER_COUNT }; /* parameters */

/* The arguments name the forms that have these parameters; NULL stands for all
 * forms. */
#define KEPT_PARAMETERS(...)                                                   \
    BLOCK_PARAMETER_OF("threads per block", 256, __VA_ARGS__),                 \
    {                                                                          \
        .name = "items", .macro = "ITEMS", .help = "elements per thread",      \
        .by_default = 16, .legal = {1, 2, 4, 8, 16}, .small = 2, .of = {       \
            __VA_ARGS__                                                        \
        }                                                                      \
    }

static inline size_t kept_tile(const struct request *request)
{
    return (size_t)request->parameters[KEPT_BLOCK] *
           (size_t)request->parameters[KEPT_ITEMS];
}

static inline const char *kept_refuse(const struct request *request)
{
    const char *const reason =
        refuse_threads(request, (size_t)request->parameters[KEPT_BLOCK]);

    return reason ? reason : refuse_tiles(request, kept_tile(request));
}

/* Plans the launches that count, and `write_tiles`, whose first arguments are
 * the input, the output and the counts; the caller adds its remaining
 * arguments. False: no tile. */
static inline bool plan_kept(const struct request *request, struct plan *plan)
{
    const size_t tiles = ceil_div(request->n, kept_tile(request));
    const size_t block = (size_t)request->parameters[KEPT_BLOCK];

    plan_buffer(plan, "counts of tiles", tiles * sizeof(uint64_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan->buffer[0].unit = sizeof(uint64_t);
    if (tiles > 0) {
        plan_launch(plan, "count_tiles", tiles, block, 0);
        argument_port(plan, KEPT_IN, 0);
        argument_buffer(plan, 0, 0);
        argument_u64(plan, request->n);
    }
    plan_launch(plan, "scan_counts", 1, block, 0);
    argument_buffer(plan, 0, 0);
    argument_u64(plan, tiles);
    argument_port(plan, KEPT_COUNT, 0);
    if (tiles == 0)
        return false;
    plan_launch(plan, "write_tiles", tiles, block, 0);
    argument_port(plan, KEPT_IN, 0);
    argument_port(plan, KEPT_OUT, 0);
    argument_buffer(plan, 0, 0);
    return true;
}

/* The traffic besides the writes to `out`: counts are written, scanned in
 * place, and read. */
static inline double kept_bytes(const struct request *request)
{
    const double tiles = (double)ceil_div(request->n, kept_tile(request));

    return 2 * (double)request->n * (double)request->elem_bytes +
           4 * sizeof(uint64_t) * tiles + sizeof(uint64_t);
}

#endif
