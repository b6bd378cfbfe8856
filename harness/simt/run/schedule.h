/* schedule.h - who runs next. */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include "explore.h"
#include "threads.h"

struct simt;

struct schedule {
    uint64_t random;
    uint32_t *start_order;   /* of the blocks, or NULL: as numbered */
    struct explore *explore; /* of the exhaustive schedule */
    bool random_threads, threads_upwards;
    bool turns_late; /* timed: blocks change at flags and global memory only */
    int64_t lowest_priority;
};

/* Before a launch. False: no memory. */
bool schedule_begin(struct simt *simt);
/* The exhaustive schedule explores from the beginning. False: no memory. */
bool schedule_explore(struct simt *simt, int preemptions);
void schedule_close(struct simt *simt);
struct block *schedule_next(struct simt *simt);
uint32_t schedule_thread(struct simt *simt, struct block *block);
/* The number of the block that starts as the one with this index. */
uint32_t schedule_started(const struct simt *simt, uint32_t index);
/* The running thread is about to look at a flag, or to change it. */
void schedule_flag(struct simt *simt, uintptr_t address, bool writes);
/* One of the threads before a flag is chosen. False: there is none. */
bool schedule_chooses(struct simt *simt);
/* True for random and pct. */
bool schedule_is_random(const struct simt *simt);
uint64_t schedule_random(struct simt *simt);
/* One in `n`. */
static inline bool schedule_happens(struct simt *simt, uint32_t n)
{
    return schedule_random(simt) % n == 0;
}
/* Before a thread asks for global memory, which serves first whoever comes
 * first: blocks whose clocks are behind come first. Only if turns_late. */
void schedule_takes_turn(struct simt *simt);

#endif
