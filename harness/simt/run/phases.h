/* phases.h - barriers in shared memory. */
#ifndef SIMT_PHASES_H
#define SIMT_PHASES_H

#include "threads.h"

struct simt;

enum { MAX_BARRIERS = 256 }; /* per block */

/* Sources of order_learn(): the barriers of a block, and the stores of each
 * warp.
 */
enum { SOURCE_BARRIERS = 1, SOURCE_STORES = SOURCE_BARRIERS + MAX_BARRIERS };

struct phase_barrier {
    uintptr_t address;
    stamp begun;       /* the call of barrier_init() */
    uint32_t arrivals; /* in each phase */
    uint32_t missing;  /* arrivals that the phase still needs */
    uint32_t bytes;    /* of copies under way */
    uint32_t phase;    /* the phase under way, from 0 */
    stamp passed;      /* the end of the previous phase */
    /* The knowledge of the arrivals in this phase, and in the previous one. */
    const struct knowledge *now, *before;
    /* What the last thread that waited knew, before and after its wait. */
    const struct knowledge *from, *to;
    /* A load of this phase, and a load of the previous phase, for which no
     * thread has waited yet. */
    const struct copy *load, *missed;
};

/* The barrier that a thread is about to use; a finding, which calls the use
 * `verb`, if there is none. */
struct phase_barrier *phase_barrier_at(struct simt *simt, struct thread *thread,
                                       uintptr_t address, uint32_t site,
                                       const char *verb);
/* A thread arrives. `node` is the thread's knowledge, or NULL if the machine
 * runs without checking. `load` is the copy that it issued, or NULL. */
void phase_arrive(struct simt *simt, struct thread *thread,
                  struct phase_barrier *barrier, uint32_t site,
                  const struct node *node, const struct copy *load);
/* A thread has issued a load of `bytes` bytes. */
void phase_expects(struct phase_barrier *barrier, uint32_t bytes);
/* A load has run: its bytes have arrived. */
void phase_bytes(struct simt *simt, const struct copy *copy);
/* A finding if the block has issued a load that no thread has waited for. */
void phase_block_ends(struct simt *simt, const struct block *block);

#endif
