/* kernel_launch.h - one kernel from its first block to its last. */
#ifndef SIMT_KERNEL_LAUNCH_H
#define SIMT_KERNEL_LAUNCH_H

#include "algorithms/algorithm.h"
#include "threads.h"

struct simt;
struct simt_launch;

struct launch {
    const struct simt_launch *shape; /* as it was asked for */
    struct block block[MOST_SLOTS];
    int slots;    /* that have a copy of the code */
    int resident; /* slots in use */
    uint32_t blocks, started, finished;
    struct thread *chosen; /* to run next, or NULL: still to choose */
    uint64_t progress;     /* changes whenever something happened */
    bool goes_quickly;     /* plain accesses are counted, and perhaps checked */
    uint64_t argument[MAX_ARGUMENTS];
};

static inline void launch_progresses(struct launch *launch)
{
    launch->progress++;
}

/* On its fibre: runs the thread's code. */
void launch_call_kernel(struct simt *simt, const struct block *block);
/* On the fibre of a thread that has returned: the next thread of its block, if
 * that one can begin on the same stack; else NULL. */
struct thread *launch_follower(struct simt *simt, struct thread *returned);
/* On the fibre of a thread that waits for others: the one of its block that
 * runs next, if nothing but that has to be decided; else NULL. */
struct thread *launch_successor(struct simt *simt, const struct thread *waits);

#endif
