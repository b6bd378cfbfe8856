/* kernel_launch.h - one kernel from its first block to its last. */
#ifndef SIMT_KERNEL_LAUNCH_H
#define SIMT_KERNEL_LAUNCH_H

#include "algorithms/contract/algorithm.h"
#include "threads.h"

struct simt;
struct simt_launch;

struct launch {
    const struct simt_launch *shape; /* as the plan requests it */
    struct block block[MAX_SLOTS];
    int slots;    /* slots that have a copy of the code */
    int resident; /* slots that this launch uses */
    int gpus;
    int gpu_resident;    /* of these slots, each GPU has so many */
    uint32_t gpu_blocks; /* blocks of each GPU */
    uint32_t blocks, started, finished; /* of all GPUs */
    /* for each GPU: where the search for its next block begins, as an index for
     * schedule_started(), and how many of its blocks have started */
    uint32_t next[MAX_GPUS], started_of[MAX_GPUS];
    struct thread *chosen; /* the next to run; NULL: not chosen yet */
    uint32_t passes;   /* consecutive turns in which some thread could run */
    uint64_t progress; /* grows with each change that others may wait for */
    uint64_t news; /* the same, without barriers; used when a flag is read */
    bool goes_quickly; /* plain accesses may take access_quickly() */
    uint64_t argument[MAX_GPUS][MAX_ARGUMENTS]; /* for each GPU */
    int overlaps;       /* enum overlap; only with checking */
    uint32_t earliest;  /* clock of the first launch that may be running */
    uint32_t unsettled; /* launches before this clock may run even after threads
                           waited: the launch after them did not wait; or 0 */
    uint32_t floor;     /* this launch's floor: order.h */
    bool has_waited;    /* some thread has waited */
};

/* The usual value of launch.goes_quickly. */
bool launch_may_go_quickly(const struct simt *simt);

static inline void launch_progresses(struct launch *launch)
{
    launch->progress++;
    launch->news++;
}

/* Called on a fibre: runs the kernel for the current thread. */
void launch_call_kernel(struct simt *simt, const struct block *block);
/* Called on the fibre of a thread that has returned. Returns the next thread of
 * its block if that thread can begin on the same stack; else NULL. */
struct thread *launch_follower(struct simt *simt, struct thread *returned);
/* Called on the fibre of a thread that waits for other threads. Returns the
 * thread of its block that runs next, or NULL if the scheduler must decide.
 */
struct thread *launch_successor(struct simt *simt, const struct thread *waits);

#endif
