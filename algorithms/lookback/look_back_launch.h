/* look_back_launch.h - for launch.c: what looking back needs and takes, as far
 * as all kernels that do so have it in common.
 */
#ifndef LOOK_BACK_LAUNCH_H
#define LOOK_BACK_LAUNCH_H

#include "../contract/launch.h"

/* ----------------------------------------------------------------- buffers */

/* The counter of the tickets starts at 0 and is 0 again after each launch. */
static inline void plan_ticket_counter(struct plan *plan)
{
    plan_buffer(plan, "ticket counter", sizeof(uint32_t), BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
    plan->buffer[plan->buffers - 1].unit = sizeof(uint32_t);
}

/* Words of flag and value: what an earlier launch has left is not this
 * launch's. */
static inline void plan_packed_words(const struct request *request,
                                     struct plan *plan, size_t tiles)
{
    plan_buffer(plan, "flags with values", 2 * tiles * request->elem_bytes,
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[plan->buffers - 1].unit = sizeof(uint64_t);
}

/* -------------------------------------------------------------------- work */

/* Tiles that may have only their A when a tile looks back at them, and one P:
 * as many as there are blocks at a time, if they start in order; 0: it is not
 * known. */
static inline double look_back_most(const struct request *request)
{
    const struct machine *const machine = request->machine;

    return (double)machine->multiprocessors * machine->resident_blocks;
}

/* The values that `others` tiles take in, all but tile 0, when each takes in up
 * to `most`: 1 + 2 + ... + most + most + ... */
static inline double look_back_seen(double others, double most)
{
    const double few = most < 1 || others < most ? others : most;

    return few * (few + 1) / 2 + (others - few) * most;
}

#endif
