/* phases.h - barriers in shared memory. */
#ifndef SIMT_PHASES_H
#define SIMT_PHASES_H

#include "threads.h"

struct simt;

enum { MOST_BARRIERS = 256 }; /* in shared memory, of a block */

/* Sources of order_learn(): the barriers of a block, and for each warp that its
 * stores have read. */
enum { SOURCE_BARRIERS = 1, SOURCE_STORES = SOURCE_BARRIERS + MOST_BARRIERS };

struct phase_barrier {
    uintptr_t address;
    stamp begun;                          /* barrier_init */
    uint32_t arrivals;                    /* that make a phase */
    uint32_t missing;                     /* of the phase under way */
    uint32_t bytes;                       /* of copies, not yet there */
    uint32_t phase;                       /* that is under way */
    stamp passed;                         /* the end of the one before */
    const struct knowledge *now, *before; /* of the arrivals, in both */
    const struct knowledge *from, *to;    /* learnt by the last that waited */
    const struct copy *load, *missed;     /* of both, not yet waited for */
};

/* The barrier that a thread is about to use; a finding when there is none. */
struct phase_barrier *phase_barrier_at(struct simt *simt, struct thread *thread,
                                       uintptr_t address, uint32_t site,
                                       const char *deed);
/* `node`: what the thread knows, NULL when nothing is checked. `load`: its copy
 * is waited for too. */
void phase_arrive(struct simt *simt, struct thread *thread,
                  struct phase_barrier *barrier, uint32_t site,
                  const struct node *node, const struct copy *load);
/* A load is asked for, or has run, that brings bytes to its barrier. */
void phase_expects(struct phase_barrier *barrier, uint32_t bytes);
void phase_bytes(struct simt *simt, const struct copy *copy);
void phase_block_ends(struct simt *simt, const struct block *block);

#endif
