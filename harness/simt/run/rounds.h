/* rounds.h - in which iteration of a loop does a thread reach a barrier?
 *
 * Code is in memory in the order of the source. So a thread that compares, or
 * touches memory, at a lower address than before has begun another iteration of
 * exactly those loops whose code includes both addresses:
 *
 *     address       10      20        30      40
 *                   if (.)  barrier   i < n   ...
 *     thread 0      10      20        30               meets in iteration 0
 *     thread 1      10                30
 *                   10      20                         meets in iteration 1: it
 *                                                      passed the barrier once,
 *                                                      from 30 to 10
 *
 * Threads that meet at a barrier must have passed it the same number of times
 * since the previous barrier. Comparisons are known only in the runs of a proof
 * that record them (monoids/compares.h).
 */
#ifndef SIMT_ROUNDS_H
#define SIMT_ROUNDS_H

#include <stdint.h>

enum { ROUNDS_LOOPS = 12 };

/* Backward jumps of a thread since its last barrier. */
struct rounds {
    uint32_t last; /* the place of its last comparison, access or barrier */
    /* distinct jumps; if more than ROUNDS_LOOPS, not all are kept */
    uint32_t ways;
    struct way_back {
        uint32_t to, from, times;
    } way[ROUNDS_LOOPS];
    uint32_t past; /* how often it has passed the barrier where it waits */
};

#define ROUNDS_UNKNOWN UINT32_MAX

/* Before a thread's first iteration. */
static inline void rounds_begin(struct rounds *rounds)
{
    rounds->last = rounds->ways = 0;
}

void rounds_back(struct rounds *rounds, uint32_t to);

/* The thread compares two numbers at this place, or accesses memory there. */
static inline void rounds_passed(struct rounds *rounds, uint32_t place)
{
    if (place < rounds->last)
        rounds_back(rounds, place);
    rounds->last = place;
}

/* The thread reaches the barrier at this place. */
void rounds_barrier(struct rounds *rounds, uint32_t place);

#endif
