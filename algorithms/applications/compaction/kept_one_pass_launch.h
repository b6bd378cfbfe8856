/* kept_one_pass_launch.h - for launch.c: the one launch of kept_one_pass.h, and
 * its costs (filter, partition_reversed).
 */
#ifndef KEPT_ONE_PASS_LAUNCH_H
#define KEPT_ONE_PASS_LAUNCH_H

#include "kept_launch.h"
#include "../../lookback/look_back_launch.h"

/* Tiles stage their elements in shared memory. */
static inline const char *refuse_one_pass(const struct request *request)
{
    const size_t room = fixed_shared_bytes(request) - 1024;

    if (kept_tile(request) * request->elem_bytes > room)
        return "one_pass: a tile takes block * items * sizeof(T) bytes of "
               "shared memory, which is more than a block may have: use fewer "
               "items";
    if (request->n >> 32)
        return "one_pass: counts are 32-bit";
    return kept_refuse(request);
}

/* The number of tiles, at least one: the last tile stores the count. */
static inline size_t one_pass_tiles(const struct request *request)
{
    const size_t tiles = ceil_div(request->n, kept_tile(request));

    return tiles > 0 ? tiles : 1;
}

static inline void plan_one_pass(const struct request *request,
                                 struct plan *plan, const char *kernel)
{
    const size_t tiles = one_pass_tiles(request);
    const int counter = plan->buffers, words = counter + 1;

    plan_ticket_counter(plan);
    plan_buffer(plan, "counts of tiles", tiles * sizeof(uint64_t),
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[words].unit = sizeof(uint64_t);
    plan_launch(plan, kernel, tiles, (size_t)request->parameters[KEPT_BLOCK],
                0);
    argument_port(plan, KEPT_IN, 0);
    argument_port(plan, KEPT_OUT, 0);
    argument_port(plan, KEPT_COUNT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, counter, 0);
    argument_buffer(plan, words, 0);
    argument_launch(plan);
}

/* The minimum traffic besides elements. Each tile reads and writes the ticket,
 * writes its word twice (tile 0 once), and looks back at one word or at many
 * (tile 0 at none). The count is written, too. */
static inline double one_pass_least(const struct request *request)
{
    const double tiles = (double)one_pass_tiles(request);

    return 8 * tiles + 8 * (2 * tiles - 1) + 8 * (tiles - 1) + 8;
}

/* The larger the elements, the fewer fit in shared memory. */
#define ONE_PASS_SHAPES                                                        \
    {"simt", 8, false, 0, "items=16"}, {"cuda", 8, false, 0, "items=16"},      \
        {"simt", 16, false, 0, "items=8"}, {"cuda", 16, false, 0, "items=8"},  \
        {"simt", 32, false, 0, "items=4"}, {"cuda", 32, false, 0, "items=4"},  \
    {                                                                          \
        .settings = NULL                                                       \
    }

#endif
