/* look_back_launch.h - for launch.c: the buffers and the work that all kernels
 * which look back have in common.
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

/* Plans words that hold a flag and a value; this launch ignores those left by
 * an earlier one. */
static inline void plan_packed_words(const struct request *request,
                                     struct plan *plan, size_t tiles)
{
    plan_buffer(plan, "flags with values", 2 * tiles * request->elem_bytes,
                BUFFER_STATUS, STARTS_LAUNCH_TAGGED);
    plan->buffer[plan->buffers - 1].unit = sizeof(uint64_t);
}

/* -------------------------------------------------------------------- work */

/* The maximum number of tiles that a tile looks back at: some with only an A,
 * and one with a P. It is the number of blocks that run at a time, if these
 * start in order; 0 if it is unknown. */
static inline double look_back_most(const struct request *request)
{
    const struct machine *const machine = request->machine;

    return (double)machine->multiprocessors * machine->resident_blocks;
}

/* The number of values that `others` tiles (all but tile 0) take in if each
 * takes in up to `most`: 1 + 2 + ... + most + most + ... */
static inline double look_back_seen(double others, double most)
{
    const double few = most < 1 || others < most ? others : most;

    return few * (few + 1) / 2 + (others - few) * most;
}

#endif
