/* timing.h - model time, for the timed schedule: each block has a clock, its
 * pace; all share the memory's bandwidth and the places for resident blocks. */
#ifndef SIMT_TIMING_H
#define SIMT_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_SLOTS = 64 }; /* resident blocks */

/* Where a block is in model time, and what it has asked for since it last
 * waited. */
struct pace {
    uint64_t time;  /* cycles */
    uint64_t issue; /* those of single lanes, not yet on the clock */
    uint64_t bytes; /* of global memory */
    uint32_t loads; /* most of one thread */
    uint32_t waits; /* how often it has waited for memory */
};

/* A thread's part of it: loads since its block's wait number `since`. */
struct thread_pace {
    uint32_t loads, since;
};

/* A warp's last look at flags: which lanes took part, when and where. */
struct warp_look {
    uint32_t lanes, meets, site;
};

struct timing {
    bool retimes; /* blocks run one by one, and are timed after (retime.c) */
    bool failed;  /* no memory for notes */
    int resident;
    uint64_t memory_free, last_end; /* cycles */
    uint64_t place_free[MOST_SLOTS];
    uint32_t places;         /* for blocks, that are free */
    struct retimed *retimed; /* or NULL: no launch was yet */
};

/* Before a launch of so many resident blocks, which begins at `first`'s time
 * zero or after the last one. False: no memory. */
bool timing_launch(struct timing *timing, bool retimes, int resident,
                   bool first);
/* The launch has ended: the clocks of all blocks are at their end. */
void timing_rest(struct timing *timing);
/* Time begins at zero again. */
void timing_reset(struct timing *timing);
void timing_close(struct timing *timing);

void timing_begin(struct timing *timing, struct pace *block);
/* `age`: the index of the block in the order of starting, from 0. */
void timing_end(struct timing *timing, struct pace *block, uint64_t age);

/* An access of a thread. */
void timing_access(struct pace *block, struct thread_pace *thread, bool global,
                   size_t bytes, bool write);
/* The block waits for all that it has asked for. */
void timing_settle(struct timing *timing, struct pace *block);
void timing_barrier(struct timing *timing, struct pace *block);
void timing_flag(struct timing *timing, struct pace *block);
/* A lane looks at a flag; `meets` counts the collectives of its warp. */
void timing_look(struct timing *timing, struct pace *block,
                 struct warp_look *warp, uint32_t meets, uint32_t lane,
                 uint32_t site);
/* A block learns of something that another one has just done. */
void timing_wake(const struct pace *by, struct pace *block);
/* A bulk copy begins; returns when its bytes are there. */
uint64_t timing_copy(struct timing *timing, const struct pace *block,
                     size_t bytes);
/* The block waits until then. */
static inline void timing_until(struct pace *block, uint64_t time)
{
    if (block->time < time)
        block->time = time;
}

/* ------------------------------------------------- of timing.c, for retime.c
 */

void timing_pays(struct timing *timing, struct pace *pace);
void timing_takes_place(struct timing *timing, struct pace *pace);
void timing_leaves_place(struct timing *timing, struct pace *pace);

#endif
