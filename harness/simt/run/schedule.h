/* schedule.h - which thread runs next. */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include "explore.h"
#include "threads.h"

struct simt;

struct schedule {
    uint64_t random;
    uint32_t *start_order;   /* in which order blocks start; NULL: by number */
    struct explore *explore; /* for the exhaustive schedule */
    bool random_threads, threads_upwards;
    /* timed: switches blocks only at flags and at accesses to global memory */
    bool turns_late;
    int64_t lowest_priority;
    uint64_t oldest; /* starve: the age of the block that is starved */
};

/* Before a launch. False: out of memory. */
bool schedule_begin(struct simt *simt);
/* Makes the exhaustive schedule explore from the beginning. False: out of
 * memory. */
bool schedule_explore(struct simt *simt, int preemptions);
void schedule_close(struct simt *simt);
/* The block that runs next, or NULL: no block has a thread that can run. */
struct block *schedule_next(struct simt *simt);
/* The index of the block's thread that runs next. Precondition: one can run. */
uint32_t schedule_thread(struct simt *simt, struct block *block);
/* The number of the block with this index in the order of starting. */
uint32_t schedule_started(const struct simt *simt, uint32_t index);
/* The running thread is about to look at a flag, or to change it. */
void schedule_flag(struct simt *simt, uintptr_t address, bool writes);
/* The running thread is about to change a flag with an atomic. */
void schedule_atomic(struct simt *simt, uintptr_t address);
/* Called when only threads that wait before a flag operation can run: chooses
 * one of them. False: there is none. */
bool schedule_chooses(struct simt *simt);
/* True for the schedules random and pct. */
bool schedule_is_random(const struct simt *simt);
uint64_t schedule_random(struct simt *simt);
/* True once in `n` times on average. */
static inline bool schedule_happens(struct simt *simt, uint32_t n)
{
    return schedule_random(simt) % n == 0;
}
/* Called before a thread accesses global memory, if turns_late. Memory serves
 * blocks in the order of their requests: those with an earlier clock go first.
 */
void schedule_takes_turn(struct simt *simt);

#endif
