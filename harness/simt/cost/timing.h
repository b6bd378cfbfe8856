/* timing.h - model time, for the timed schedule. Each block has a clock (struct
 * pace); all share the bandwidth of memory and the places for resident blocks.
 */
#ifndef SIMT_TIMING_H
#define SIMT_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_SLOTS = 64 }; /* resident blocks */

/* A block's model time, and its requests since it last waited. */
struct pace {
    uint64_t time;  /* cycles */
    uint64_t issue; /* cycles of single lanes, not yet added to the clock */
    uint64_t bytes; /* of global memory */
    uint32_t loads; /* the most loads by one thread */
    uint32_t waits; /* number of waits for memory so far */
};

/* A thread's share of a pace: its loads since the block's wait number `since`.
 */
struct thread_pace {
    uint32_t loads, since;
};

/* A warp's last look at flags: the lanes that took part, the time and the site.
 * */
struct warp_look {
    uint32_t lanes, meets, site;
};

struct timing {
    bool retimes; /* blocks run one by one, and are timed later (retime.c) */
    bool failed;  /* there was no memory for the notes of retime.c */
    int resident;
    uint64_t memory_free, last_end; /* cycles */
    uint64_t place_free[MAX_SLOTS];
    uint32_t places;         /* free places for blocks */
    struct retimed *retimed; /* NULL until a launch needs it */
};

/* Call before a launch with this many resident blocks. The `first` launch
 * begins at time zero, every other one after the previous launch. False: out of
 * memory. */
bool timing_launch(struct timing *timing, bool retimes, int resident,
                   bool first);
/* The launch has ended: all clocks advance to the end of their blocks. */
void timing_rest(struct timing *timing);
/* Time begins at zero again. */
void timing_reset(struct timing *timing);
void timing_close(struct timing *timing);

void timing_begin(struct timing *timing, struct pace *block);
/* `age` is the index of the block in the order of starting, from 0. */
void timing_end(struct timing *timing, struct pace *block, uint64_t age);

/* An access of a thread. */
void timing_access(struct pace *block, struct thread_pace *thread, bool global,
                   size_t bytes, bool write);
/* The block waits for all memory that it has requested. */
void timing_settle(struct timing *timing, struct pace *block);
void timing_barrier(struct timing *timing, struct pace *block);
void timing_flag(struct timing *timing, struct pace *block);
/* A lane looks at a flag; `meets` counts the collectives of its warp. */
void timing_look(struct timing *timing, struct pace *block,
                 struct warp_look *warp, uint32_t meets, uint32_t lane,
                 uint32_t site);
/* `block` waits for a flag that block `by` has just written. */
void timing_wake(const struct pace *by, struct pace *block);
/* A bulk copy begins. Returns the time at which its bytes arrive. */
uint64_t timing_copy(struct timing *timing, const struct pace *block,
                     size_t bytes);
/* The block waits until this time. */
static inline void timing_until(struct pace *block, uint64_t time)
{
    if (block->time < time)
        block->time = time;
}

/* ------------------------------------------------------ for retime.c */

void timing_pays(struct timing *timing, struct pace *pace);
void timing_takes_place(struct timing *timing, struct pace *pace);
void timing_leaves_place(struct timing *timing, struct pace *pace);

#endif
