/* bulk_copies.h - bulk copies that a warp has issued: first pending, then done.
 */
#ifndef SIMT_BULK_COPIES_H
#define SIMT_BULK_COPIES_H

#include "threads.h"

struct simt;

struct copy {
    struct copy *next; /* an older store of its warp */
    struct thread *thread;
    uint32_t site;
    uintptr_t to, from;
    uint32_t bytes;
    struct phase_barrier *barrier; /* NULL: a store */
    bool runs;                     /* it runs now, or has run */
    stamp reads, writes;           /* events: one for a load, two for a store */
    const struct knowledge *knows; /* lane 0's knowledge at issue time */
    /* the same, plus the fact that the copy has read */
    const struct node *node;
    uint64_t time; /* on the timed schedule: when its bytes arrive */
};

/* The copies that have not run yet, oldest first. */
struct bulk {
    struct copy **copy;
    uint32_t copies, room;
};

/* The shadow of a word of global memory, or of the block's shared memory. */
struct shadow bulk_shadow(const struct simt *simt, const struct block *block,
                          uintptr_t address);
/* Adds a new copy; it is under way from now on. */
void bulk_hold(struct simt *simt, struct copy *copy);
/* Runs this copy now, if it is still under way. */
void bulk_run(struct simt *simt, const struct copy *copy);
/* Before a thread of the block continues: runs the copies that are due. */
void bulk_run_some(struct simt *simt, const struct block *block);
/* No thread can continue: runs one copy. There must be one. */
void bulk_run_next(struct simt *simt);
/* A copy under way that will write this word, or NULL. */
const struct copy *bulk_on_its_way(const struct simt *simt, uintptr_t address);
/* Runs all copies of the block. A finding if there is a store that no thread
 * waited for. */
void bulk_block_ends(struct simt *simt, const struct block *block);
/* Before a launch. */
void bulk_forget(struct simt *simt);
void bulk_close(struct simt *simt);

#endif
